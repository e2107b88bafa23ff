import { expect, test } from 'vitest';
import { playwrightCounts, playwrightTests, vitestCounts } from './test-report.ts';
import { tableOf, totalOf } from './test-table.ts';

const vitest = { passed: 5, skipped: 0, failures: [] };
const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

test('a file that cannot be loaded is a failure though no test in it failed', () => {
  const failure = {
    name: 'could not be loaded',
    project: 'unit',
    file: 'src/a.test.ts',
    text: 'cannot find b',
  };
  expect(vitestCounts({ ...vitest, failures: [failure] })).toEqual({
    passed: 5,
    failed: 1,
    troubles: [
      'src/a.test.ts › could not be loaded\n    cannot find b\n    alone: npx vitest run --project unit src/a.test.ts',
    ],
  });
});

test('tests that are skipped without a reason are counted as failed, and each reason is said once', () => {
  expect(vitestCounts({ ...vitest, skipped: 3, skipReasons: ['no file', 'no file'] })).toEqual({
    passed: 5,
    failed: 1,
    note: '3 skipped, 1 without a reason counted as failed; no file',
  });
  const annotations = [{ type: 'skip', description: 'no file' }];
  const tests = [{ projectName: 'phone', status: 'skipped', annotations, results: [] }];
  const specs = [{ title: 'a', file: 'a.spec.ts', line: 1, tests }];
  expect(
    playwrightCounts({
      stats: { ...stats, skipped: 1 },
      errors: [],
      suites: [{ title: 'a.spec.ts', specs }],
    }),
  ).toMatchObject({ failed: 0, note: '1 skipped; no file' });
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

test('each failed or flaky test is shown with its place, its message and the command that runs it alone', () => {
  const failure = { name: 'subtracts', project: 'db', file: 'src/c.db.test.ts', line: 8, text: '1\n\nnot 2' };
  expect(vitestCounts({ ...vitest, failures: [failure] }).troubles).toEqual([
    'src/c.db.test.ts:8 › subtracts\n    1\n    not 2\n    alone: npx vitest run --project db src/c.db.test.ts:8',
  ]);

  const journey = (title: string, status: string, message: string) => ({
    title,
    file: 'cart.spec.ts',
    line: 9,
    tests: [
      {
        projectName: 'phone',
        status,
        results: [{ errors: [{ message, location: { file: '', line: 12 } }] }, { errors: [] }],
      },
    ],
  });
  const inner = { title: 'refused', specs: [journey('twice', 'flaky', '\u001b[31mlate\u001b[39m')] };
  const specs = [journey('once', 'unexpected', 'gone'), journey('fine', 'expected', '')];
  const suites = [{ title: 'cart.spec.ts', specs, suites: [inner] }];
  const alone = '    alone: npx playwright test e2e/cart.spec.ts:9 --project=phone --workers=1';
  expect(playwrightCounts({ stats, errors: [], suites }).troubles).toEqual([
    `phone › e2e/cart.spec.ts:9 › once\n    gone\n    at line 12\n${alone}`,
    `passed on retry: phone › e2e/cart.spec.ts:9 › refused › twice\n    late\n    at line 12\n${alone}`,
  ]);
  expect(playwrightTests(suites)).toHaveLength(3);
});

test('of a long message the beginning and the last line are shown', () => {
  const text = Array.from({ length: 100 }, (_, n) => `line ${n}`).join('\n');
  const [shown] = vitestCounts({ ...vitest, failures: [{ name: 'long', text }] }).troubles!;
  expect(shown!.split('\n')).toHaveLength(18);
  expect(shown).toMatch(/line 14\n {4}…\n {4}line 99$/);
});
test('the table shows seconds and counts of each part, and of all, of which some ran at once', () => {
  const results = [
    { name: 'types', seconds: 2.04, passed: 1, failed: 0 },
    { name: 'journeys', seconds: 60, passed: 10, failed: 2, note: 'no browser' },
  ];
  expect(tableOf(results, 60.5).split('\n')).toEqual([
    'part      seconds   passed   failed',
    'types         2.0        1        0',
    'journeys     60.0       10        2   no browser',
    'all          60.5       11        2',
  ]);
  expect(totalOf(results)).toEqual({ passed: 11, failed: 2 });
});
