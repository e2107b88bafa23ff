import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureBuild } from './build.ts';

let project = '';
let builds = 0;

/** A fake of Vite: copies the one source, slowly enough for two concurrent builds to overlap. */
async function copy(dir: string): Promise<void> {
  builds++;
  await mkdir(dir, { recursive: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await writeFile(join(dir, 'made'), await readFile(join(project, 'src', 'a.ts')));
}

const run = (build = copy) => ensureBuild(() => {}, project, build);
const write = (text: string, name = 'a.ts') => writeFile(join(project, 'src', name), text);

beforeEach(async () => {
  builds = 0;
  project = await mkdtemp(join(tmpdir(), 'aso-build-'));
  await mkdir(join(project, 'src'));
  await write('one');
  await writeFile(join(project, 'package-lock.json'), '{}');
});
afterEach(() => rm(project, { recursive: true, force: true }));

test('builds once, and again only when a source or the lock file changed', async () => {
  const first = await run();
  expect(await run()).toBe(first);
  await write('a test', 'a.test.ts');
  expect(await run()).toBe(first);
  expect(builds).toBe(1);

  await write('two');
  const second = await run();
  expect(second).not.toBe(first);
  expect(await readFile(join(second, 'made'), 'utf8')).toBe('two');
  await writeFile(join(project, 'package-lock.json'), '{"changed":true}');
  expect(await run()).not.toBe(second);
  expect(builds).toBe(3);
});

test('builds again when a tool that the build uses changed', async () => {
  const config = await readFile(new URL('../vite.config.ts', import.meta.url), 'utf8');
  const names = [...config.matchAll(/from '\.\/(tools\/.+?)'/g)].map(([, name]) => name!);
  expect(names).toContain('tools/stackless-errors.ts');
  await mkdir(join(project, 'tools'));
  for (const name of names) {
    const before = await run();
    await writeFile(join(project, name), '');
    expect([name, await run()]).not.toEqual([name, before]);
  }
});

test('two concurrent calls build once', async () => {
  const [one, two] = await Promise.all([run(), run()]);
  expect(one).toBe(two);
  expect(builds).toBe(1);
});

const left = async () =>
  (await readdir(join(project, 'build'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

test('the previous build and those of the last day stay for what still runs on them', async () => {
  const dirs: string[] = [];
  const build = async (text: string) => {
    await write(text);
    dirs.push(await run());
  };
  for (const text of ['one', 'two', 'three']) await build(text);
  const names = () => dirs.map((dir) => basename(dir));
  expect(await left()).toEqual(names().sort());
  await write('two');
  expect(await run()).toBe(dirs[1]);
  expect(builds).toBe(3);

  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const dir of dirs) await utimes(join(dir, 'complete'), twoDaysAgo, twoDaysAgo);
  // A start, which does not build.
  await run();
  await build('four');
  await build('five');
  expect(await left()).toEqual(names().toSpliced(2, 1).toSpliced(0, 1).sort());
});

test('a source that changes during the build is built again', async () => {
  const edited = await run(async (dir) => {
    await copy(dir);
    if (builds === 1) await write('two');
  });
  expect(await readFile(join(edited, 'made'), 'utf8')).toBe('two');
  await write('one');
  expect(await readFile(join(await run(), 'made'), 'utf8')).toBe('one');
  expect(builds).toBe(3);
});

test('a failed build leaves the current one in place and is retried', async () => {
  const good = await run();
  await write('two');
  await expect(
    run(async (dir) => {
      await mkdir(dir);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const pointer = JSON.parse(await readFile(join(project, 'build', 'current.json'), 'utf8'));
  expect(join(project, 'build', pointer.hash)).toBe(good);
  expect(await readFile(join(await run(), 'made'), 'utf8')).toBe('two');
});
