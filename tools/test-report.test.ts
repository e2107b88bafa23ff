import { expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from './test-report.ts';
import { tableOf, totalOf } from './test-table.ts';

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

test('a file that cannot be loaded is a failure though no test in it failed', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{}] },
  ];
  expect(vitestCounts({ ...vitest, testResults })).toEqual({ passed: 5, failed: 1 });
  expect(vitestCounts({ ...vitest, numFailedTests: 2 })).toEqual({ passed: 5, failed: 2 });
});

test('what is skipped is counted as failed', () => {
  expect(vitestCounts({ ...vitest, numPendingTests: 1, numTodoTests: 1 })).toMatchObject({
    passed: 5,
    failed: 2,
  });
  expect(playwrightCounts({ stats: { ...stats, skipped: 4 }, errors: [] })).toMatchObject({
    passed: 3,
    failed: 4,
  });
});

test('a journey that passed when repeated has passed, an error outside of them has not', () => {
  expect(playwrightCounts({ stats: { ...stats, flaky: 1, unexpected: 2 }, errors: [] })).toEqual({
    passed: 4,
    failed: 2,
  });
  expect(playwrightCounts({ stats: { ...stats, flaky: 1 }, errors: [] })).toEqual({
    passed: 4,
    failed: 0,
    note: '1 at the second try',
  });
  expect(playwrightCounts({ stats, errors: [{}] })).toEqual({ passed: 3, failed: 1 });
});

test('the table says seconds and counts of each part and of all', () => {
  const results = [
    { name: 'types', seconds: 2.04, passed: 1, failed: 0 },
    { name: 'journeys', seconds: 60, passed: 10, failed: 2, note: 'no browser' },
  ];
  expect(tableOf(results).split('\n')).toEqual([
    'part      seconds   passed   failed',
    'types         2.0        1        0',
    'journeys     60.0       10        2   no browser',
    'all          62.0       11        2',
  ]);
  expect(totalOf(results)).toEqual({ passed: 11, failed: 2 });
});
