import type pg from 'pg';
import { BackupError } from './backup-error.ts';

/** A table and the columns that hold data: what is generated from others is generated again. */
export interface ShopTable {
  name: string;
  columns: string[];
}

/** Requests counted for minutes: not logged, lost with any crash, and good for nobody later. */
const NOT_KEPT = ['limits'];

/** The shop's tables, each after those it refers to. */
export async function listShopTables(client: pg.ClientBase): Promise<ShopTable[]> {
  const { rows } = await client.query<ShopTable & { needs: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select f.confrelid::regclass::text from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relname <> all ($1) order by c.relname`,
    [NOT_KEPT],
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

/** Its rows as they are, for COPY. */
export const rowsOf = ({ name, columns }: ShopTable): string => `public.${name} (${columns.join(', ')})`;

/** The last value that each sequence of the shop gave out; null before the first. */
export async function listSequences(
  client: pg.ClientBase,
): Promise<{ name: string; value: string | null }[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' order by sequencename`,
  );
  return rows;
}

/**
 * A connection of the owner on which COPY writes the same bytes whatever the server's settings, with all the time
 * it needs. A table it could see only a part of is an error. The caller ends it.
 */
export function ownerOptions(databaseUrl: string): pg.ClientConfig {
  const settings = {
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    timezone: 'UTC',
    datestyle: 'ISO',
    intervalstyle: 'postgres',
    extra_float_digits: 1,
    bytea_output: 'hex',
    client_encoding: 'UTF8',
    row_security: 'off',
    // A table is read from its beginning, so that what was loaded is read back in the same order.
    synchronize_seqscans: 'off',
  };
  return {
    connectionString: databaseUrl,
    application_name: 'aso-house backup',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}
