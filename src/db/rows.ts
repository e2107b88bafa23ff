import type { SQL } from 'drizzle-orm';
import { type Kobo, koboOfText } from '#shared/money.ts';
import type { Queryable } from './client.ts';

/** A column of a raw statement. `fits` checks what the driver returns, in tests; `read` converts it, if necessary. */
export interface Column<T> {
  fits(value: unknown): boolean;
  read?: (value: never) => T;
}

/** The columns of a statement by name, from which the type of its rows follows. */
export type Shape = Record<string, Column<unknown>>;
export type RowOf<S extends Shape> = { [K in keyof S]: S[K] extends Column<infer T> ? T : never };

const isText = (value: unknown): value is string => typeof value === 'string';
const column = <T>(fits: (value: unknown) => boolean, read?: (value: never) => T): Column<T> => ({
  fits,
  read,
});

export const text = column<string>(isText);
export const texts = column<string[]>((value) => Array.isArray(value) && value.every(isText));
export const flag = column<boolean>((value) => typeof value === 'boolean');
export const integer = column<number>(Number.isSafeInteger);
/** A bigint or a sum of integers, which the driver returns as text. */
export const largeInteger = column((value) => isText(value) && /^-?\d{1,15}$/.test(value), Number);
export const instant = column(
  (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  (value: string) => new Date(value),
);
/** numeric(12,2). */
export const money = column<Kobo>((value) => isText(value) && /^-?\d+\.\d\d$/.test(value), koboOfText);
export const oneOf = <T extends string>(values: readonly T[]) =>
  column<T>((value) => values.includes(value as T));
/** An object or array of json_build_object and json_agg; `read` converts its values. */
export const json = <T, Stored = T>(read?: (stored: Stored) => T): Column<T> =>
  column<T>((value) => typeof value === 'object' && value !== null, read);
export const nullable = <T>({ fits, read }: Column<T>): Column<T | null> =>
  column<T | null>(
    (value) => value === null || fits(value),
    read && ((value: never) => (value === null ? null : read(value))),
  );

/** The columns of an outer join, which are all null without a match. */
export const optional = <S extends Shape>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, nullable(one)])) as {
    [K in keyof S]: Column<RowOf<S>[K] | null>;
  };

const IS_TEST = process.env.VITEST !== undefined;

function assertShape(row: Record<string, unknown>, shape: Shape): void {
  const wrong = new Set(
    [...Object.keys(row), ...Object.keys(shape)].filter((name) => !shape[name]?.fits(row[name])),
  );
  if (wrong.size > 0) {
    const found = [...wrong].map((name) => `${name}: ${JSON.stringify(row[name])}`);
    throw new TypeError(`Columns that are not of their declared type: ${found.join(', ')}`);
  }
}

type Converted = [name: string, column: Column<unknown>][];
const convertedColumns = new WeakMap<Shape, Converted>();

function convertedOf(shape: Shape): Converted {
  const known = convertedColumns.get(shape) ?? Object.entries(shape).filter(([, { read }]) => read);
  convertedColumns.set(shape, known);
  return known;
}

/** The rows of a raw statement. Tests fail if it returns other columns or types than `shape`. */
export async function selectRows<S extends Shape>(
  db: Pick<Queryable, 'execute'>,
  shape: S,
  statement: SQL,
): Promise<RowOf<S>[]> {
  const { rows } = await db.execute(statement);
  const converted = convertedOf(shape);
  for (const row of rows) {
    if (IS_TEST) assertShape(row, shape);
    for (const [name, { read }] of converted) row[name] = read!(row[name] as never);
  }
  return rows as RowOf<S>[];
}

/** The first row, or null. */
export async function selectRow<S extends Shape>(
  db: Pick<Queryable, 'execute'>,
  shape: S,
  statement: SQL,
): Promise<RowOf<S> | null> {
  return (await selectRows(db, shape, statement))[0] ?? null;
}

/** The column `value` of the first row, or null. */
export async function selectValue<T>(
  db: Pick<Queryable, 'execute'>,
  value: Column<T>,
  statement: SQL,
): Promise<T | null> {
  const row: { value: T } | null = await selectRow<{ value: Column<T> }>(db, { value }, statement);
  return row?.value ?? null;
}
