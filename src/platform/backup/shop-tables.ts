import type pg from 'pg';
import { withConnection } from '#db/connection.ts';
import { BackupError } from './backup-error.ts';

/** A table and its data columns; generated columns are generated again. */
export interface ShopTable {
  name: string;
  columns: string[];
}

/** Request counters of a few minutes: unlogged, lost in any crash, useless later. */
const NOT_BACKED_UP = ['limits'];

/** The tables of the shop, each after those it references. */
export async function listShopTables(client: pg.ClientBase): Promise<ShopTable[]> {
  const { rows } = await client.query<ShopTable & { needs: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select f.confrelid::regclass::text from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relname <> all ($1) order by c.relname`,
    [NOT_BACKED_UP],
  );
  const ordered: ShopTable[] = [];
  let left = rows;
  while (left.length > 0) {
    const ready = left.filter(({ needs }) => !left.some(({ name }) => needs.includes(name)));
    if (ready.length === 0) {
      throw new BackupError(`These tables refer to one another: ${left.map(({ name }) => name).join(', ')}.`);
    }
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Ordered by their key: which rows are in which partition depends on the server, and COPY reads no partitioned table. */
const PARTITIONED = ['change_sets', 'changes'];

/** The rows that `COPY … TO` reads. */
export const contentOf = (table: ShopTable): string =>
  PARTITIONED.includes(table.name)
    ? `(select ${table.columns.join(', ')} from public.${table.name} order by at, id)`
    : rowsOf(table);

/** The unmodified rows, for COPY. */
export const rowsOf = ({ name, columns }: ShopTable): string => `public.${name} (${columns.join(', ')})`;

/** The last value of each sequence of the shop; null before the first. */
export async function listSequences(
  client: pg.ClientBase,
): Promise<{ name: string; value: string | null }[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' order by sequencename`,
  );
  return rows;
}

/** Settings with which COPY output does not depend on those of the server, without a time limit. */
const COPY_SETTINGS = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  extra_float_digits: 1,
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  // A table with rows that the owner cannot see is an error.
  row_security: 'off',
  // Tables are read from the beginning, so that loaded rows are read back in the same order.
  synchronize_seqscans: 'off',
};

/** Runs `work` on an owner connection for COPY. */
export const withCopyConnection = <T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withConnection(
    databaseUrl,
    'backup',
    work,
    Object.entries(COPY_SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  );
