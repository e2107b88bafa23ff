import type { Outcome } from './test-report.ts';

/** One finished part of the tests. */
export type Result = Outcome & { name: string; seconds: number };

/** Formats the parts as a table: seconds, passed, failed, and a note where needed. All took `seconds`, some at once. */
export function tableOf(results: readonly Result[], seconds: number): string {
  const width = Math.max(...results.map((result) => result.name.length), 4);
  const line = (cells: string[]) =>
    `${cells[0]!.padEnd(width)}${cells
      .slice(1, 4)
      .map((cell) => cell.padStart(9))
      .join('')}${cells[4] ? `   ${cells[4]}` : ''}`;
  const rows = results.map((result) =>
    line([
      result.name,
      result.seconds.toFixed(1),
      `${result.passed}`,
      `${result.failed}`,
      result.note ?? (result.failed ? 'FAILED' : ''),
    ]),
  );
  const total = totalOf(results);
  const foot = line(['all', seconds.toFixed(1), `${total.passed}`, `${total.failed}`]);
  return [line(['part', 'seconds', 'passed', 'failed']), ...rows, foot].join('\n');
}

/** The sums over all parts. */
export function totalOf(results: readonly Result[]): { passed: number; failed: number } {
  return {
    passed: results.reduce((sum, result) => sum + result.passed, 0),
    failed: results.reduce((sum, result) => sum + result.failed, 0),
  };
}
