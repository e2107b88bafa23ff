/** One row of the table. `ok` is null for what is only noted. */
export interface Row {
  what: string;
  measured: string;
  must: string;
  ok: boolean | null;
  /** What stands behind the figure, for below the table. */
  details?: readonly string[];
}

export const row = (
  what: string,
  measured: string,
  must: string,
  ok: boolean,
  details?: readonly string[],
): Row => ({ what, measured, must, ok, details });

/** A figure without a limit. */
export const note = (what: string, measured: string): Row => ({ what, measured, must: '', ok: null });

/** The rows under one another, columns as wide as their longest cell. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ what, measured, must, ok }) => [
    what,
    measured,
    must,
    ok === null ? '' : ok ? 'ok' : 'MISSED',
  ]);
  const all = [['what', 'measured', 'must', 'ok'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((line) => line[column]!.length)));
  const text = (line: string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [text(all[0]!), widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(text)].join('\n');
}

/** What stands behind the figures that missed what they must. */
export const detailsOf = (rows: readonly Row[]): string =>
  rows
    .filter(({ ok, details }) => ok === false && details && details.length > 0)
    .map(({ what, details }) => [`${what}:`, ...details!.map((detail) => `  ${detail}`)].join('\n'))
    .join('\n');
