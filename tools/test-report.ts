import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * The result of a part of the tests. `note` explains the numbers: why it failed, or what was retried;
 * `troubles` names each test that failed, or passed only on retry, with the beginning of its message.
 */
export type Outcome = { passed: number; failed: number; note?: string; troubles?: string[] };

/** The fields used of Vitest's JSON report. */
export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/** The fields used of Playwright's JSON report. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
};

/** A file that could not be loaded counts as one failed test, and a skipped test as failed. */
export function vitestCounts(report: VitestReport): Outcome {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.length,
  );
  const skipped = report.numPendingTests + report.numTodoTests;
  const troubles = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => trouble([relative('.', file.name), test.fullName], test.failureMessages[0])),
  );
  troubles.push(...broken.map((file) => trouble([relative('.', file.name)], file.message)));
  return counts(report.numPassedTests, report.numFailedTests + broken.length, skipped, troubles);
}

/** A test that passes on retry has passed; a skipped one has failed. */
export function playwrightCounts({ stats, errors, suites }: PlaywrightReport): Outcome {
  const failed = stats.unexpected || errors.length;
  const troubles = [
    ...suites.flatMap((suite) => troublesOf(suite, [])),
    ...errors.map(({ message }) => trouble(['outside of the tests'], message)),
  ];
  const outcome = counts(stats.expected + stats.flaky, failed, stats.skipped, troubles);
  return stats.flaky && !outcome.failed ? { ...outcome, note: `${stats.flaky} passed on retry` } : outcome;
}

function troublesOf(suite: PlaywrightSuite, above: string[]): string[] {
  const path = [...above, suite.title];
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) =>
        trouble(
          [status === 'flaky' ? `passed on retry: ${projectName}` : projectName, ...path, spec.title],
          results.find((result) => result.errors.length)?.errors[0]?.message,
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => troublesOf(inner, path))];
}

/** The name, and below it the beginning of the message. */
function trouble(path: string[], message = 'no message'): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim());
  return [path.join(' › '), ...lines.slice(0, 12).map((line) => `    ${line.slice(0, 200)}`)].join('\n');
}

function counts(passed: number, failed: number, skipped: number, troubles: string[]): Outcome {
  const outcome = { passed, failed: failed + skipped, ...(troubles.length && { troubles }) };
  return skipped ? { ...outcome, note: `${skipped} skipped, counted as failed` } : outcome;
}
