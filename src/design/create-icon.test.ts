import { readFileSync } from 'node:fs';
import { AlarmClockCheck, Store, X } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import createIcon from './create-icon.ts';

/** The data of an icon's module. */
async function iconData(file: string): Promise<Parameters<typeof createIcon>[0]> {
  const module = await import(`../../node_modules/lucide-react/dist/esm/icons/${file}.mjs`);
  return module.__iconData;
}

/** What the stylesheet says of every icon. */
const [, rule = ''] = /\.lucide \{([^}]*)\}/.exec(
  readFileSync(new URL('./styles.css', import.meta.url), 'utf8'),
)!;
const inStyles = new Map(
  rule
    .split(';')
    .flatMap((line) => [/^\s*([\w-]+): (.+)$/.exec(line)].flatMap((found) => (found ? [found.slice(1)] : [])))
    .map(([name, value]) => [name!, value!.replace(/px$/, '')]),
);

const attributesOf = (tag: string) =>
  new Map([...tag.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]));

/** The look of an icon: by attributes, styles and stylesheet; and its shapes. */
function lookOf(html: string) {
  const [, opening = '', shapes] = /^(<svg[^>]*>)(.*)$/.exec(html)!;
  const {
    style = '',
    class: classes = '',
    xmlns: _,
    ...attributes
  } = Object.fromEntries(attributesOf(opening));
  const own = style.split(';').map((one) => one.split(':') as [string, string]);
  return {
    look: {
      ...Object.fromEntries(inStyles),
      ...attributes,
      ...Object.fromEntries(
        own.filter(([name]) => name).map(([name, value]) => [name, value.replace(/px$/, '')]),
      ),
    },
    classes: classes.split(' ').filter((name) => !name.startsWith('lucide-')),
    shapes,
  };
}

describe.each([
  ['x', X],
  ['store', Store],
  ['alarm-clock-check', AlarmClockCheck],
] as const)('%s', (file, original) => {
  test.each([
    {},
    { className: 'size-4 text-brand' },
    { 'aria-label': 'Close', role: 'img' },
    { size: 16, color: 'red', strokeWidth: 1.5, width: '1em' },
    { children: createElement('title', {}, 'Close') },
  ])('looks as drawn by lucide with %j', async (props) => {
    const own = lookOf(renderToStaticMarkup(createElement(createIcon(await iconData(file)), props)));
    const theirs = lookOf(renderToStaticMarkup(createElement(original, props)));
    expect(own).toEqual(theirs);
  });
});
