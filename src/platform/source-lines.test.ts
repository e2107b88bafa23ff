import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-stack-'));
});
afterEach(() => rm(dir, { recursive: true }));

/** The stack of an error thrown by a built file, whose map says that its only line is line 3 of src/money.ts. */
async function stackOf({ map }: { map?: string }): Promise<string> {
  const file = join(dir, 'built.mjs');
  await writeFile(file, 'export const fail = () => { throw new TypeError("No kobo"); };');
  if (map) await writeFile(`${file}.map`, map);
  const script = `
    import { showSourceLines } from ${JSON.stringify(join(import.meta.dirname, 'source-lines.ts'))};
    showSourceLines(${JSON.stringify(dir)});
    const { fail } = await import(${JSON.stringify(pathToFileURL(file))});
    try { fail(); } catch (error) { console.log(error.stack); }`;
  // Vitest formats the stacks of its own process.
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

test('a stack names the file and line of the source', async () => {
  const map = { version: 3, sources: ['../../../src/money.ts'], names: [], mappings: 'AAEA' };
  expect(await stackOf({ map: JSON.stringify(map) })).toMatch(
    /^TypeError: No kobo\n {4}at fail \(src\/money\.ts:3:\d+\)\n/,
  );
});

test.each([
  ['no', undefined],
  ['a damaged', '{'],
])('with %s map the stack names the built file', async (_, map) => {
  expect(await stackOf({ map })).toMatch(/^TypeError: No kobo\n {4}at fail \(.*built\.mjs:1:\d+\)\n/);
});
