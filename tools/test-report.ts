import { stripVTControlCharacters } from 'node:util';

/**
 * The result of a part of the tests. `note` explains the numbers: why it failed, or what was retried;
 * `troubles` says of each test that failed, or passed only on retry, where it is, how its message begins, and the
 * command that runs it alone.
 */
export type Outcome = { passed: number; failed: number; note?: string; troubles?: string[] };

/** What tools/vitest-reporter.ts writes. */
export type VitestReport = {
  passed: number;
  skipped: number;
  skipReasons?: string[];
  failures: VitestFailure[];
};

/** A test that failed, or a file that could not be loaded. */
export type VitestFailure = { name: string; project?: string; file?: string; line?: number; text: string };

/** The fields used of Playwright's JSON report. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};

type PlaywrightSuite = { title: string; suites?: PlaywrightSuite[]; specs: PlaywrightSpec[] };

type PlaywrightSpec = {
  title: string;
  file: string;
  line: number;
  tests: {
    projectName: string;
    status: string;
    annotations?: { type: string; description?: string }[];
    results: { errors: PlaywrightError[] }[];
  }[];
};

type PlaywrightError = { message?: string; location?: { file: string; line: number } };

/** A test of a Playwright report, and the titles above it. */
export type PlaywrightTest = PlaywrightSpec['tests'][number] & { spec: PlaywrightSpec; path: string[] };

/** Most lines and characters of a message that are repeated at the end. */
const MOST_LINES = 16;
const MOST_CHARACTERS = 160;

/** A file that could not be loaded counts as one failed test, and a test that is skipped without a reason as failed. */
export function vitestCounts({ passed, skipped, skipReasons, failures }: VitestReport): Outcome {
  const troubles = failures.map(({ name, project, file, line, text }) => {
    const place = [file, line].filter(Boolean).join(':');
    return trouble([place, name], text, file && `npx vitest run --project ${project} ${place}`);
  });
  return counts(passed, failures.length, { skipped, skipReasons }, troubles);
}

/** A test that passes on retry has passed; one that is skipped without a reason has failed. */
export function playwrightCounts({ stats, errors, suites }: PlaywrightReport): Outcome {
  const failed = stats.unexpected || errors.length;
  const troubles = [
    ...playwrightTests(suites)
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(troubleOf),
    ...errors.map(({ message }) => trouble(['outside of the tests'], message)),
  ];
  const skipReasons = playwrightTests(suites)
    .flatMap(({ annotations = [] }) => annotations)
    .flatMap(({ type, description }) => (type === 'skip' && description) || []);
  const skips = { skipped: stats.skipped, skipReasons };
  const outcome = counts(stats.expected + stats.flaky, failed, skips, troubles);
  return stats.flaky && !outcome.failed ? { ...outcome, note: `${stats.flaky} passed on retry` } : outcome;
}

/** All tests of a report. */
export function playwrightTests(suites: readonly PlaywrightSuite[], above: string[] = []): PlaywrightTest[] {
  return suites.flatMap(({ title, specs, suites: inner = [] }) => {
    // The outermost suite is the file, whose path the spec has.
    const path = [...above, title];
    const own = specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, spec, path: path.slice(1) })));
    return [...own, ...playwrightTests(inner, path)];
  });
}

function troubleOf({ spec, path, projectName, status, results }: PlaywrightTest): string {
  const error = results.find(({ errors }) => errors.length)?.errors[0];
  const place = `e2e/${spec.file}:${spec.line}`;
  const at = error?.location && error.location.line !== spec.line ? `\nat line ${error.location.line}` : '';
  return trouble(
    [status === 'flaky' ? `passed on retry: ${projectName}` : projectName, place, ...path, spec.title],
    error?.message && `${error.message}${at}`,
    `npx playwright test ${place} --project=${projectName} --workers=1`,
  );
}

/** The name; below it the beginning of the message, and the command that runs this test alone. */
export function trouble(path: string[], message = 'no message', command?: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim());
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), '…', lines.at(-1)!] : lines;
  return [
    path.filter(Boolean).join(' › '),
    ...shown.map((line) => `    ${line.slice(0, MOST_CHARACTERS)}`),
    ...(command ? [`    alone: ${command}`] : []),
  ].join('\n');
}

function counts(
  passed: number,
  failed: number,
  { skipped, skipReasons = [] }: Pick<VitestReport, 'skipped' | 'skipReasons'>,
  troubles: string[],
): Outcome {
  // A reason is there for files from elsewhere that a machine does not have: it is said, and fails nobody's first run.
  const withoutReason = skipped - skipReasons.length;
  const outcome = { passed, failed: failed + withoutReason, ...(troubles.length && { troubles }) };
  const note = [
    `${skipped} skipped${withoutReason ? `, ${withoutReason} without a reason counted as failed` : ''}`,
    ...new Set(skipReasons),
  ].join('; ');
  return skipped ? { ...outcome, note } : outcome;
}
