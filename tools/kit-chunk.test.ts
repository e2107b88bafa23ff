import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { KIT, PARTS } from './kit-chunk.ts';

test('every part of the kit names one file: a file that moves does not leave the chunk unnoticed', () => {
  const names = PARTS.flatMap((part) => part.slice(part.indexOf('(') + 1, -1).split('|'));
  const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).split('\n');
  expect(files.filter((file) => KIT.test(`/${file}`))).toHaveLength(names.length);
});
