import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { debianPostgres } from '#platform/postgres/binaries.ts';
import { ensureBuild } from './build.ts';
import { findChromium } from './chromium.ts';
import { withTemporaryFilesInMemory } from './memory-folder.ts';
import { testedOn15 } from './postgres-15.ts';
import { checkPart, failedPart, playwrightPart, resiliencePart, vitestPart } from './test-part.ts';
import type { Outcome } from './test-report.ts';
import { tableOf, totalOf } from './test-table.ts';

// Runs tests and checks in order, the quick parts first: node tools/test.ts
// `all` adds what decision 0016 leaves out of it. `verify` needs neither build nor browser: the static checks, the unit
// tests, and the database tests of files that changed; `verify --quick` the static checks and the unit tests of files
// that changed since the last commit. All parts run, even after one failed.

const root = dirname(import.meta.dirname);
const bin = (name: string, script: string) => [process.execPath, `${root}/node_modules/${name}/${script}`];
const vitest = bin('vitest', 'vitest.mjs');

type Part = [name: string, run: () => Promise<Outcome>];

const checks: Part[] = [
  ['boundaries', () => checkPart([process.execPath, 'tools/boundaries.ts'])],
  ['vocabulary', () => checkPart([process.execPath, 'tools/vocabulary.ts'])],
  ['types', () => checkPart([...bin('typescript', 'bin/tsc'), '--noEmit'])],
  [
    'lint',
    () => checkPart([...bin('@biomejs/biome', 'bin/biome'), 'check', '.'], [...bin('oxlint', 'bin/oxlint')]),
  ],
];

const changed = (since = 'HEAD') => [`--changed=${since}`, '--passWithNoTests'];

const quick: Part[] = [
  ...checks,
  ['unit tests of changed files', () => vitestPart(vitest, 'unit', { options: changed() })],
];

/** `env` is of the unit tests. */
const fast = (env: NodeJS.ProcessEnv = {}): Part[] => [
  ...checks,
  ['lint by types', () => checkPart([...bin('oxlint', 'bin/oxlint'), '--type-aware'])],
  ['dead code', () => checkPart([...bin('knip', 'bin/knip.js'), '--no-progress'])],
  ['unit', () => vitestPart(vitest, 'unit', { env })],
];

const verify: Part[] = [
  ...fast(),
  ['database tests of changed files', () => vitestPart(vitest, 'db', { options: changed(lastPushed()) })],
];

let buildDir: string | undefined;

/** The parts after the fast ones; `env` is of Vitest and Playwright, `on15` limits the database tests there. */
const slow = (env: NodeJS.ProcessEnv, on15: readonly string[]): Part[] => [
  ['database 18', () => vitestPart(vitest, 'db', { env })],
  ['database 15', () => vitestPart(vitest, 'db', { env: { ...env, TEST_POSTGRES: '15' }, options: on15 })],
  ['build', build],
  ['resilience', async () => (buildDir ? resiliencePart() : failedPart('not run, because the build failed'))],
  ['journeys', () => journeys(env)],
];

async function build(): Promise<Outcome> {
  try {
    buildDir = await ensureBuild(console.log);
    return { passed: 1, failed: 0 };
  } catch (error) {
    return failedPart((error as Error).message);
  }
}

async function withChromium(run: (path: string) => Promise<Outcome>): Promise<Outcome> {
  const chromium = await findChromium(console.log);
  return chromium.path
    ? run(chromium.path)
    : failedPart(`no browser found; install it with: ${chromium.fix}`);
}

async function journeys(env: NodeJS.ProcessEnv): Promise<Outcome> {
  if (!buildDir) return failedPart('not run, because the build failed');
  const BUILD_DIR = buildDir;
  return withChromium((CHROMIUM_PATH) =>
    playwrightPart(bin('@playwright/test', 'cli.js'), { ...env, BUILD_DIR, CHROMIUM_PATH }),
  );
}

const extended = () =>
  withChromium((CHROMIUM_PATH) => vitestPart(vitest, 'extended', { env: { CHROMIUM_PATH } }));

/** The commit where this branch left the one that it is pushed to; without one, the last commit. */
function lastPushed(): string {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', ['merge-base', 'HEAD', 'origin/HEAD'], options).trim();
  } catch {
    return 'HEAD';
  }
}

async function runAll(parts: Part[]) {
  const results = [];
  let isInterrupted = false;
  // The part that runs gets it too and ends; then what it wrote can be deleted. A second one ends this process at once.
  process.once('SIGINT', () => {
    isInterrupted = true;
  });
  for (const [name, run] of parts) {
    if (isInterrupted) break;
    if (name === 'database 15' && !debianPostgres()) {
      console.log('\nDebian’s PostgreSQL 15 is not installed, so the database tests ran on 18 only.');
      continue;
    }
    console.log(`\n── ${name} ──`);
    const started = performance.now();
    const outcome = await run().catch((error: unknown) => failedPart(String(error)));
    results.push({ name, seconds: (performance.now() - started) / 1000, ...outcome });
  }
  return results;
}

const partsOf: Record<string, Part[]> = {
  '': [
    ...fast(),
    ...slow(
      { SHORT_TESTS: '1' },
      testedOn15.map(([path]) => path),
    ),
  ],
  all: [
    ...fast({ CHECKED_MESSAGES: '10000' }),
    ...slow({ UNDO_HISTORIES: '1000' }, []),
    ['extended', extended],
  ],
  verify,
  'verify --quick': quick,
};
const parts = partsOf[process.argv.slice(2).join(' ')];
if (!parts) {
  console.error('Usage: node tools/test.ts [all | verify [--quick]]');
  process.exit(2);
}
const results = await withTemporaryFilesInMemory(() => runAll(parts));
const total = totalOf(results);
// Repeated at the end, where it is read: the output of a thousand tests comes before.
for (const { name, troubles } of results) {
  for (const trouble of troubles ?? []) console.log(`\n${name} › ${trouble}`);
}
console.log(`\n${tableOf(results)}\n`);
process.exitCode = total.failed ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);
