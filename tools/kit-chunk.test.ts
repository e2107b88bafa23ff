import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { KIT, PARTS } from './kit-chunk.ts';
import { sourceFiles } from './source-files.ts';

test('every part of the kit names one file: a file that moves does not leave the chunk unnoticed', () => {
  const names = PARTS.flatMap((part) => part.slice(part.indexOf('(') + 1, -1).split('|'));
  const files = sourceFiles(dirname(import.meta.dirname)).filter((file) => KIT.test(`/${file}`));
  expect(files).toHaveLength(names.length);
});
