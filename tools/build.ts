import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withFileLock } from '#platform/postgres/file-lock.ts';
import { compressClient } from './compress-client.ts';
import { sourceHash } from './source-hash.ts';

const root = dirname(import.meta.dirname);
/** A file of each complete build, written again by each start. */
const COMPLETE = 'complete';
/** How long a build is kept after the last start with it, ms: shops and tests may still run on it. */
const KEPT_MS = 24 * 60 * 60_000;
/** Builds that are kept at most: each has about 40 MB. */
const MAX_BUILDS = 6;

/** The build failed; the builder's output is on the terminal above. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** Runs the build into `dir`; throws when it fails. */
type Builder = (dir: string) => Promise<void>;

/**
 * Returns the folder of an up-to-date build: the current one, or a new one that then becomes the current one.
 * Each build has its own folder, so that a server that runs on the previous one keeps its files.
 * Safe to call concurrently: the second call waits and finds the finished build.
 */
export async function ensureBuild(
  log: (text: string) => void,
  project = root,
  build: Builder = viteBuild,
): Promise<string> {
  const builds = join(project, 'build');
  await mkdir(builds, { recursive: true });
  return withFileLock(
    join(builds, 'lock'),
    async () => {
      const hash = await completeBuild(builds, { log, project, build });
      const dir = join(builds, hash);
      // Another account may have built it.
      await writeFile(join(dir, COMPLETE), '').catch(() => {});
      const before = await currentBuild(builds);
      if (before === hash) return dir;
      // A pointer in a file instead of a symlink: symlinks need special rights on Windows.
      const draft = join(builds, 'current.json.draft');
      await writeFile(draft, `${JSON.stringify({ hash })}\n`);
      await rename(draft, join(builds, 'current.json'));
      await removeOld(builds, [hash, before]);
      return dir;
    },
    10 * 60_000,
  );
}

/** Builds the source where there is no build of it; returns its hash, the name of the folder. */
async function completeBuild(
  builds: string,
  { log, project, build }: { log: (text: string) => void; project: string; build: Builder },
): Promise<string> {
  const hashNow = async () => (await sourceHash(project)).slice(0, 16);
  let hash = await hashNow();
  while (!(await lastStart(join(builds, hash)))) {
    const dir = join(builds, hash);
    log('Building the shop …');
    const started = performance.now();
    await rm(dir, { recursive: true, force: true });
    await build(dir);
    log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
    const before = hash;
    hash = await hashNow();
    if (hash === before) await writeFile(join(dir, COMPLETE), '');
    else log('The source was changed during the build.');
  }
  return hash;
}

async function currentBuild(builds: string): Promise<string | undefined> {
  const text = await readFile(join(builds, 'current.json'), 'utf8').catch(() => '{}');
  try {
    return (JSON.parse(text) as { hash?: string }).hash;
  } catch {
    // A damaged pointer costs one build, not every later start.
    return undefined;
  }
}

/** When the shop was last started with this build; 0 if the build is not complete. */
const lastStart = (dir: string): Promise<number> =>
  stat(join(dir, COMPLETE)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** Deletes the builds that are not named and were not started with for KEPT_MS, or are more than MAX_BUILDS. */
async function removeOld(builds: string, named: (string | undefined)[]): Promise<void> {
  const entries = (await readdir(builds, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found = await Promise.all(
    entries.map(async ({ name }) => ({ name, started: await lastStart(join(builds, name)) })),
  );
  const old = found
    .filter(({ name }) => !named.includes(name))
    .sort((one, other) => other.started - one.started)
    .filter(({ started }, at) => at >= MAX_BUILDS - named.length || started < Date.now() - KEPT_MS);
  for (const { name } of old) await rm(join(builds, name), { recursive: true, force: true });
}

/** Runs in a child process, so that its memory is released. Its output is printed when it fails. */
function viteBuild(dir: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build'], {
    cwd: root,
    env: { ...process.env, BUILD_DIR: dir, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(compressClient(join(dir, 'client')));
      process.stderr.write(Buffer.concat(output));
      reject(new BuildError('The build failed; see its output above.'));
    });
  });
}

if (import.meta.main) {
  try {
    console.log(await ensureBuild(console.log));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
