import { noopEncoder, Param, SQL, type SQLWrapper, StringChunk, sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** What drizzle-orm leaves as PostgreSQL wrote it: dates, times, intervals and arrays of them. */
const AS_TEXT = new Set([1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231]);
const asWritten = (value: string) => value;
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    AS_TEXT.has(type) ? asWritten : pg.types.getTypeParser(type, format),
};

const dialect = new PgDialect({ casing: 'snake_case' });

/** Appends the chunks of a statement; false if one is of a kind that only drizzle-orm writes, as a table or a list. */
function append(statement: SQL, texts: string[], values: unknown[]): boolean {
  return statement.queryChunks.every((chunk) => {
    if (chunk instanceof StringChunk) {
      texts.push(...chunk.value);
      return true;
    }
    if (chunk instanceof SQL) return append(chunk, texts, values);
    const isParam = chunk instanceof Param && chunk.encoder === noopEncoder;
    if (!isParam && (chunk === undefined || (typeof chunk === 'object' && chunk !== null))) return false;
    texts.push(`$${values.push(isParam ? chunk.value : chunk)}`);
    return true;
  });
}

/** A statement of `sql` as text and values: what drizzle-orm makes of it, in a sixth of the time. */
export function queryOf(statement: SQL): { text: string; values: unknown[] } {
  const texts: string[] = [];
  const values: unknown[] = [];
  if (append(statement, texts, values)) return { text: texts.join(''), values };
  const query = dialect.sqlToQuery(statement);
  return { text: query.sql, values: query.params };
}

/** Runs raw statements as drizzle-orm's `execute` does, with its errors. */
export const executeOn =
  (client: Pick<pg.Pool, 'query'>) =>
  async (statement: SQLWrapper | string): Promise<pg.QueryResult> => {
    const { text, values } = queryOf(typeof statement === 'string' ? sql.raw(statement) : statement.getSQL());
    try {
      return await client.query({ text, types }, values);
    } catch (error) {
      throw new DrizzleQueryError(text, values, error as Error);
    }
  };
