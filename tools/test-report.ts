/** How a part of the tests went; `note` says what its numbers do not: why it failed, or what was done twice. */
export type Outcome = { passed: number; failed: number; note?: string };

/** What we read of Vitest's JSON report. */
export type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/** What we read of Playwright's JSON report. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

/** A file that could not be loaded counts as one failed test, and a skipped test as failed: it proves nothing. */
export function vitestCounts(report: VitestReport): Outcome {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.length,
  );
  const skipped = report.numPendingTests + report.numTodoTests;
  return counts(report.numPassedTests, report.numFailedTests + broken.length, skipped);
}

/** A journey that failed at first and passed when repeated passes; one that was skipped failed. */
export function playwrightCounts({ stats, errors }: PlaywrightReport): Outcome {
  const failed = stats.unexpected || errors.length;
  const outcome = counts(stats.expected + stats.flaky, failed, stats.skipped);
  return stats.flaky && !outcome.failed ? { ...outcome, note: `${stats.flaky} at the second try` } : outcome;
}

function counts(passed: number, failed: number, skipped: number): Outcome {
  if (!skipped) return { passed, failed };
  return { passed, failed: failed + skipped, note: `${skipped} skipped, counted as failed` };
}
