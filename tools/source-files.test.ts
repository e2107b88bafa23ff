import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

test('source files are those on the disk, without a repository and without what .gitignore names', async () => {
  const root = await mkdtemp(join(tmpdir(), 'aso-source-files-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of ['src/data', 'data', 'src/node_modules', '.git']) {
    await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, folder, 'file.ts'), '');
  }
  await writeFile(join(root, '.gitignore'), 'node_modules/\n/data/\n.env\n');
  await writeFile(join(root, '.env'), '');
  expect(sourceFiles(root)).toEqual(['.gitignore', 'src/data/file.ts']);
});
