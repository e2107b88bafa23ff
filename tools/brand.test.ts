import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { logoSvg } from '../src/brand/css.ts';
import { LIGHT, LOGO } from '../src/brand/look.ts';
import { brandFiles } from './brand-files.ts';

/** What only src/brand and the settings may say: docs/making-it-yours.md. */
const OWN = [
  'Aso House',
  'Lagos',
  '2348012345678',
  'NGN',
  '₦',
  'en-NG',
  'agbada',
  'aso-oke',
  'tailor',
  ...Object.values(LIGHT).filter((colour) => colour.startsWith('#')),
];
/** The demo store, its texts and images; fixtures; words that are data of other systems; shades of no colour. */
const EXEMPT =
  /^(brand|db\/seed|db\/migrations)\/|\.test\.tsx?$|\/(test-[\w-]+|[\w-]*fixture)\.ts$|^platform\/shop-facts/;

/** Strings and JSX; comments may give examples. */
const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

/** A code of capitals is looked for as it is written: 'NGN', not a part of another word. */
const isIn = (word: string, code: string) =>
  /^[A-Z]+$/.test(word) ? code.includes(word) : code.toLowerCase().includes(word.toLowerCase());

test('names, places, currency, colours and words of the trade are only in src/brand and in settings', () => {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|css)$/.test(path) && !EXEMPT.test(path))
    .flatMap((path) => {
      const code = codeOf(readFileSync(join('src', path), 'utf8'));
      return OWN.filter((word) => isIn(word, code)).map((word) => `${path}: ${word}`);
    });
  expect(found).toEqual([]);
});

test('the style sheet gets the colours and fonts of the shop', () => {
  const css = readFileSync('src/design/styles.css', 'utf8');
  const transform = brandFiles.transform as (code: string, id: string) => string | undefined;
  const filled = transform(css, '/src/design/styles.css?transform-only');
  for (const [name, value] of Object.entries(LIGHT)) expect(filled).toContain(`--${name}:${value};`);
  expect(filled).toContain('@font-face{font-family:"Commissioner"');
  expect(transform(css, '/src/design/other.css')).toBeUndefined();
});

test('the icon is the logo, in the colours of the browser’s scheme', () => {
  for (const { d } of LOGO) expect(logoSvg()).toContain(d);
  expect(logoSvg()).toContain('prefers-color-scheme:dark');
});
