import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { debianPostgres } from '#platform/postgres/binaries.ts';
import { ensureBuild } from './build.ts';
import { findCaddy } from './caddy.ts';
import { findChromium } from './chromium.ts';
import { withTemporaryFilesInMemory } from './memory-folder.ts';
import { testedOn15 } from './postgres-15.ts';
import {
  besideOthers,
  checkPart,
  failedPart,
  playwrightPart,
  resiliencePart,
  vitestPart,
} from './test-part.ts';
import type { Outcome } from './test-report.ts';
import { type Result, tableOf, totalOf } from './test-table.ts';

// Runs tests and checks: node tools/test.ts
// `all` adds what decision 0016 leaves out of it. `verify` needs neither build nor browser: the static checks, the unit
// tests, and the database tests of files that changed; `verify --quick` the static checks and the unit tests of files
// that changed since the last commit. All parts run, even after one failed.

const root = dirname(import.meta.dirname);
const bin = (name: string, script: string) => [process.execPath, `${root}/node_modules/${name}/${script}`];
const vitest = bin('vitest', 'vitest.mjs');

type Part = [name: string, run: () => Promise<Outcome>];

/** `checks` run beside `tests`, because they use one processor or wait for something; `afterwards` needs both and the machine. */
interface Plan {
  checks: Part[];
  tests: Part[];
  afterwards: Part[];
}

const checks: Part[] = [
  ['boundaries', () => checkPart([process.execPath, 'tools/boundaries.ts'])],
  ['vocabulary', () => checkPart([process.execPath, 'tools/vocabulary.ts'])],
  ['types', () => checkPart([...bin('typescript', 'bin/tsc'), '--noEmit'])],
  [
    'lint',
    () => checkPart([...bin('@biomejs/biome', 'bin/biome'), 'check', '.'], [...bin('oxlint', 'bin/oxlint')]),
  ],
];

/** What git answers; undefined without git, without a repository, or when it has no answer. */
function git(...words: string[]): string | undefined {
  const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return stdout?.trim() || undefined;
}

/** Limits Vitest to the files changed since a commit, or does not, where there is no repository. */
const changed = (since = git('rev-parse', '--verify', 'HEAD')) =>
  since ? [`--changed=${since}`, '--passWithNoTests'] : [];

/** The commit where this branch left the one that it is pushed to. */
const lastPushed = () => git('merge-base', 'HEAD', 'origin/HEAD');

const quick: Plan = {
  checks,
  tests: [['unit tests of changed files', () => vitestPart(vitest, 'unit', { options: changed() })]],
  afterwards: [],
};

const thorough: Part[] = [
  ...checks,
  ['lint by types', () => checkPart([...bin('oxlint', 'bin/oxlint'), '--type-aware'])],
  ['dead code', () => checkPart([...bin('knip', 'bin/knip.js'), '--no-progress'])],
];

const verify: Plan = {
  checks: thorough,
  tests: [
    ['unit', () => vitestPart(vitest, 'unit')],
    ['database tests of changed files', () => vitestPart(vitest, 'db', { options: changed(lastPushed()) })],
  ],
  afterwards: [],
};

let buildDir: string | undefined;

/** Everything; `env` is of Vitest and Playwright, `on15` limits the database tests there. */
const whole = (env: NodeJS.ProcessEnv, on15: readonly string[]): Plan => ({
  checks: [
    ...thorough,
    ['build', build],
    [
      'resilience',
      async () =>
        buildDir ? resiliencePart({ BUILD_DIR: buildDir }) : failedPart('not run, because the build failed'),
    ],
  ],
  tests: [
    // One of them needs the proxy, which the resilience tests would install too late for it.
    [
      'unit',
      () => {
        findCaddy(console.log);
        return vitestPart(vitest, 'unit', { env });
      },
    ],
    ['database 18', () => vitestPart(vitest, 'db', { env })],
    ['database 15', () => vitestPart(vitest, 'db', { env: { ...env, TEST_POSTGRES: '15' }, options: on15 })],
  ],
  afterwards: [['journeys', () => journeys(env)]],
});

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

let isInterrupted = false;

/** Runs parts one after the other. */
async function inOrder(parts: Part[], isBeside = false): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, run] of parts) {
    if (isInterrupted) break;
    if (name === 'database 15' && !debianPostgres()) {
      console.log('\nDebian’s PostgreSQL 15 is not installed, so the database tests ran on 18 only.');
      continue;
    }
    if (!isBeside) console.log(`\n── ${name} ──`);
    const started = performance.now();
    const outcome = await (isBeside ? besideOthers(name, run) : run()).catch((error: unknown) =>
      failedPart(String(error)),
    );
    results.push({ name, seconds: (performance.now() - started) / 1000, ...outcome });
  }
  return results;
}

async function runAll({ checks, tests, afterwards }: Plan): Promise<Result[]> {
  // The part that runs gets it too and ends; then what it wrote can be deleted. A second one ends this process at once.
  process.once('SIGINT', () => {
    isInterrupted = true;
  });
  const first = await Promise.all([inOrder(checks, true), inOrder(tests)]);
  return [...first.flat(), ...(await inOrder(afterwards))];
}

const all = whole({ UNDO_HISTORIES: '1000', CHECKED_MESSAGES: '10000' }, []);
const plans: Record<string, Plan> = {
  '': whole(
    { SHORT_TESTS: '1' },
    testedOn15.map(([path]) => path),
  ),
  all: { ...all, afterwards: [...all.afterwards, ['extended', extended]] },
  verify,
  'verify --quick': quick,
};
const plan = plans[process.argv.slice(2).join(' ')];
if (!plan) {
  console.error('Usage: node tools/test.ts [all | verify [--quick]]');
  process.exit(2);
}
const started = performance.now();
const results = await withTemporaryFilesInMemory(() => runAll(plan));
const total = totalOf(results);
// Repeated at the end, where it is read: the output of a thousand tests comes before.
for (const { name, troubles } of results) {
  for (const trouble of troubles ?? []) console.log(`\n${name} › ${trouble}`);
}
console.log(`\n${tableOf(results, (performance.now() - started) / 1000)}\n`);
process.exitCode = total.failed ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);
