import { expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from './test-report.ts';
import { tableOf, totalOf } from './test-table.ts';

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const passed = { fullName: 'adds', status: 'passed', failureMessages: [] };
const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

test('a file that cannot be loaded is a failure though no test in it failed', () => {
  const testResults = [
    { name: 'src/a.test.ts', status: 'failed', message: 'cannot find b', assertionResults: [] },
    { name: 'src/c.test.ts', status: 'passed', message: '', assertionResults: [passed] },
  ];
  const troubles = ['src/a.test.ts\n    cannot find b'];
  expect(vitestCounts({ ...vitest, testResults })).toEqual({ passed: 5, failed: 1, troubles });
  expect(vitestCounts({ ...vitest, numFailedTests: 2 })).toEqual({ passed: 5, failed: 2 });
});

test('skipped tests are counted as failed', () => {
  expect(vitestCounts({ ...vitest, numPendingTests: 1, numTodoTests: 1 })).toMatchObject({
    passed: 5,
    failed: 2,
  });
  expect(playwrightCounts({ stats: { ...stats, skipped: 4 }, errors: [], suites: [] })).toMatchObject({
    passed: 3,
    failed: 4,
  });
});

test('a test that passed on retry has passed, an error outside of the tests has not', () => {
  expect(playwrightCounts({ stats: { ...stats, flaky: 1, unexpected: 2 }, errors: [], suites: [] })).toEqual({
    passed: 4,
    failed: 2,
  });
  expect(playwrightCounts({ stats: { ...stats, flaky: 1 }, errors: [], suites: [] })).toEqual({
    passed: 4,
    failed: 0,
    note: '1 passed on retry',
  });
  expect(playwrightCounts({ stats, errors: [{ message: 'no shop' }], suites: [] })).toEqual({
    passed: 3,
    failed: 1,
    troubles: ['outside of the tests\n    no shop'],
  });
});

test('each failed or flaky test is named with the beginning of its message', () => {
  const failureMessages = ['\u001b[31mexpected 1\u001b[39m\n\nto be 2'];
  const assertionResults = [passed, { fullName: 'subtracts', status: 'failed', failureMessages }];
  const file = { name: 'src/c.test.ts', status: 'failed', message: '', assertionResults };
  expect(vitestCounts({ ...vitest, numFailedTests: 1, testResults: [file] }).troubles).toEqual([
    'src/c.test.ts › subtracts\n    expected 1\n    to be 2',
  ]);

  const journey = (title: string, status: string, message: string) => ({
    title,
    tests: [{ projectName: 'phone', status, results: [{ errors: [{ message }] }, { errors: [] }] }],
  });
  const inner = { title: 'refused', specs: [journey('twice', 'flaky', 'late')] };
  const specs = [journey('once', 'unexpected', 'gone'), journey('fine', 'expected', '')];
  const suites = [{ title: 'cart.spec.ts', specs, suites: [inner] }];
  expect(playwrightCounts({ stats, errors: [], suites }).troubles).toEqual([
    'phone › cart.spec.ts › once\n    gone',
    'passed on retry: phone › cart.spec.ts › refused › twice\n    late',
  ]);
});

test('the table shows seconds and counts of each part and of all', () => {
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
