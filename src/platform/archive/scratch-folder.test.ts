import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withScratchFolder } from './scratch-folder.ts';

let dir = '';
const children: ChildProcess[] = [];
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-scratch-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

/** Without the journals that SQLite has beside its locks. */
const left = async () => (await readdir(dir)).filter((name) => /^copy-[^-]*(-orders)?$/.test(name)).sort();

/** A process that makes a scratch folder and does not end by itself. */
async function anotherProcess() {
  const code = `const { withScratchFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'scratch-folder.ts'))});
    setInterval(() => {}, 1_000);
    await withScratchFolder(${JSON.stringify(dir)}, 'copy-', async (scratch) => {
      console.log(scratch);
      await new Promise(() => {});
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [path] = await once(child.stdout, 'data');
  return {
    child,
    name: String(path)
      .trim()
      .slice(dir.length + 1),
  };
}

test('DOCTOR-02 a scratch folder of a killed process is deleted by the next one, that of a living process is not', async () => {
  const { child, name } = await anotherProcess();
  await mkdir(join(dir, name, 'server', 'cluster'), { recursive: true });
  await writeFile(join(dir, name, 'server', 'cluster', 'PG_VERSION'), '18');
  // Names that others gave.
  await mkdir(join(dir, 'copy-of-orders'));
  await withScratchFolder(dir, 'copy-', async () => {
    expect(await left()).toEqual(expect.arrayContaining([name, `${name}.lock`]));
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  await withScratchFolder(dir, 'copy-', async (scratch) => {
    const own = scratch.slice(dir.length + 1);
    expect(await left()).toEqual([own, `${own}.lock`, 'copy-of-orders'].sort());
  });
  expect(await left()).toEqual(['copy-of-orders']);
});
