import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Outcome,
  type PlaywrightReport,
  playwrightCounts,
  type VitestReport,
  vitestCounts,
} from './test-report.ts';

type Command = readonly string[];

/** What the commands of a part print that runs beside others. */
const printed = new AsyncLocalStorage<string[]>();

/**
 * Runs a part beside others: what its commands print comes at its end, in one piece. A check that failed has it among
 * its troubles too.
 */
export async function besideOthers(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
  const pieces: string[] = [];
  const outcome = await printed.run(pieces, run);
  const text = pieces.join('');
  console.log(`\n── ${name}, beside the tests ──\n${text}`);
  return outcome.failed && !outcome.troubles ? { ...outcome, troubles: [text] } : outcome;
}

/** A part that could not run. */
export function failedPart(note: string): Outcome {
  console.error(note);
  return { passed: 0, failed: 1, note };
}

/** Commands that together count as one check. All of them run. */
export async function checkPart(...commands: Command[]): Promise<Outcome> {
  let good = true;
  for (const command of commands) good = (await run(command)) === 0 && good;
  return good ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs a project of vitest.config.ts, counted by test. `options` are of Vitest's command line. */
export function vitestPart(
  vitest: Command,
  project: string,
  { env = {}, options = [] }: { env?: NodeJS.ProcessEnv; options?: readonly string[] } = {},
): Promise<Outcome> {
  const reporters = ['--reporter=default', '--reporter=./tools/vitest-reporter.ts'];
  return countedPart(
    () => [...vitest, 'run', ...options, '--project', project, ...reporters],
    (file) => ({ ...env, VITEST_REPORT: file }),
    (report) => vitestCounts(report as VitestReport),
  );
}

/** Runs the end-to-end tests, counted by test. */
export function playwrightPart(
  playwright: Command,
  env: NodeJS.ProcessEnv,
  { options = [], countsOf = playwrightCounts }: PlaywrightOptions = {},
): Promise<Outcome> {
  return countedPart(
    () => [...playwright, 'test', '--reporter=list,json', ...options],
    (file) => ({ ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    (report) => countsOf(report as PlaywrightReport),
  );
}

type PlaywrightOptions = {
  options?: readonly string[];
  /** What is counted of the report. */
  countsOf?: (report: PlaywrightReport) => Outcome;
};

/** Runs the short fault injection, counted by row. */
export function resiliencePart(env: NodeJS.ProcessEnv): Promise<Outcome> {
  return countedPart(
    (file) => [process.execPath, 'resilience/run.ts', '--short', `--report=${file}`],
    () => env,
    (report) => report as Outcome,
  );
}

async function countedPart(
  command: (reportFile: string) => Command,
  env: (reportFile: string) => NodeJS.ProcessEnv,
  countsOf: (report: unknown) => Outcome,
): Promise<Outcome> {
  const dir = await mkdtemp(join(tmpdir(), 'aso-report-'));
  try {
    const file = join(dir, 'report.json');
    const code = await run(command(file), env(file));
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return failedPart(`exited with ${code} before it could report`);
    const counts = countsOf(JSON.parse(text));
    // An error outside of any test (a crash, no tests at all) must not count as success.
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1, note: `exited with ${code}` } : counts;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Runs a command, which prints at once unless beside others; returns its exit code, or 1 when it could not start or was killed. */
function run([command = '', ...args]: Command, env: NodeJS.ProcessEnv = {}): Promise<number> {
  const cwd = dirname(import.meta.dirname);
  const pieces = printed.getStore();
  const output = pieces ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => pieces?.push(piece));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}
