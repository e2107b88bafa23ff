import type pg from 'pg';

/** Connection options of the seeds. Images that they insert leave their products rows of the demonstration. */
export const SEED_OPTIONS = '-c aso.is_seed=on -c app.unrecorded=on';

type Cell = string | number | boolean | Date | null | Record<string, string>;
/** By the names of the columns in camel case; a column that is left out gets its default. */
export type Row = Record<string, Cell>;

const columnOf = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/**
 * Inserts rows with the columns of the first one, a thousand per statement, so that the statement triggers of
 * counters and events run rarely.
 */
export async function insertRows(client: pg.ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map(columnOf);
  const toRow = (row: Row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [columnOf(name), cell]));
  for (let from = 0; from < rows.length; from += 1000) {
    // PostgreSQL converts the JSON to the column types.
    await client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows.slice(from, from + 1000).map(toRow))],
    );
  }
}
