import { type SQL, sql } from 'drizzle-orm';
import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { queryOf } from './raw-statement.ts';

const dialect = new PgDialect({ casing: 'snake_case' });
const hats = pgTable('hats', { headSize: text().notNull() });
const inner = sql`id <> ${'a'} AND ${sql.raw('sold_out')}`;

test.each<[string, SQL]>([
  ['values of every kind', sql`select ${1}, ${'one'}, ${true}, ${null}, ${sql.param([1, 2])}::int[] from t`],
  [
    'statements within',
    sql`select * from t where ${inner} and (${sql.join([inner, inner], sql` or `)}) limit ${3}`,
  ],
  ['no values', sql`select 1`],
  ['nothing', sql``],
  ['a list', sql`select * from t where id in ${['a', 'b']} and ${inner}`],
  [
    'a table, a column and its value',
    sql`select ${hats.headSize} from ${hats} where ${sql.param('58', hats.headSize)}`,
  ],
  ['an absent part', sql`select ${undefined} 1`],
  ['an identifier', sql`select ${sql.identifier('of')}`],
])('%s are written as drizzle-orm writes them', (_, statement) => {
  const { sql: written, params } = dialect.sqlToQuery(statement);
  expect(queryOf(statement)).toEqual({ text: written, values: params });
});
