import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const textsIn = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));

const exported = textsIn('src/design', /\.tsx$/)
  .flatMap((text) => [...text.matchAll(/^export (?:function|const) ([A-Z][a-z]\w*)/gm)])
  .map(([, name = '']) => name)
  .sort();
const gallery = textsIn('tools/gallery', /\.tsx$/).join('\n');
const headings = [...gallery.matchAll(/<Specimen name="([^"]+)"/g)].flatMap(([, names = '']) =>
  names.split(', '),
);

test('every component of design/ is shown in the gallery, under a heading of its own', () => {
  expect(exported.length).toBeGreaterThan(40);
  expect(exported.filter((name) => !new RegExp(`<${name}\\b`).test(gallery))).toEqual([]);
  expect([...headings].sort()).toEqual(exported);
});
