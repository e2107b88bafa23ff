/** One row of the table. `ok` is null for figures without a budget. */
export interface Row {
  what: string;
  measured: string;
  budget: string;
  ok: boolean | null;
  /** Details of the figure, printed below the table. */
  details?: readonly string[];
}

export const row = (
  what: string,
  measured: string,
  budget: string,
  ok: boolean,
  details?: readonly string[],
): Row => ({ what, measured, budget, ok, details });

/** A figure without a budget. */
export const note = (what: string, measured: string): Row => ({ what, measured, budget: '', ok: null });

/** Formats the rows as a table; columns are as wide as their longest cell. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ what, measured, budget, ok }) => [
    what,
    measured,
    budget,
    ok === null ? '' : ok ? 'ok' : 'MISSED',
  ]);
  const all = [['what', 'measured', 'budget', 'ok'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((line) => line[column]!.length)));
  const text = (line: string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [text(all[0]!), widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(text)].join('\n');
}

/** The details of the figures that missed their budget. */
export const detailsOf = (rows: readonly Row[]): string =>
  rows
    .filter(({ ok, details }) => ok === false && details && details.length > 0)
    .map(({ what, details }) => [`${what}:`, ...details!.map((detail) => `  ${detail}`)].join('\n'))
    .join('\n');
