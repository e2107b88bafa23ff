import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withConnection } from '#db/connection.ts';
import { CHECK_MS } from './examine.ts';
import { type Finding, ok, problem } from './finding.ts';

/** What a visitor, and a customer without a row of their own, must not be able to do: statement, and its name. */
const FORBIDDEN: readonly (readonly [does: string, statement: string])[] = [
  ...[
    ['orders', 'orders'],
    ['customers', 'profiles'],
    ['messages', 'contact_submissions'],
    ['drafts', `products where status <> 'published'`],
    ['the history', 'changes'],
    ['backups', 'backups'],
    ['sessions', 'sessions'],
    ['passwords', 'accounts'],
  ].map(([name, table]) => [`read ${name}`, `select from ${table} limit 1`] as const),
  ['change a price', 'update products set price = price where id = (select id from products limit 1)'],
  ['delete a product', 'delete from products where id = (select id from products limit 1)'],
  [
    'write a promotion',
    `insert into promotions (id, name, code, start_date, end_date, promotion_value)
     values (gen_random_uuid(), 'x', 'doctor-' || left(md5(random()::text), 20), '2000-01-01', '2000-01-01', 1)`,
  ],
];

/**
 * Tries as the request login, signed in as nobody and as an unknown customer, what row level security and the rights of
 * that login must refuse. A statement is refused by an error, or affects no row. Everything is rolled back.
 */
export async function accessTrial(webUrl: string): Promise<Finding> {
  const what = 'Access, tried';
  const allowed = await withConnection(
    webUrl,
    'doctor',
    async (client) => {
      const found = new Set<string>();
      for (const caller of [null, randomUUID()]) {
        for (const [does, statement] of FORBIDDEN) {
          if (await isAllowed(client, caller, statement)) found.add(does);
        }
      }
      return [...found];
    },
    `-c statement_timeout=${CHECK_MS - 500} -c lock_timeout=1s -c search_path=public,pg_temp`,
  );
  if (allowed.length === 0)
    return ok(what, `a stranger was refused ${FORBIDDEN.length} things that only staff may do`);
  return problem(
    what,
    `a stranger can ${allowed.join(', ')}`,
    'stop the shop, and compare its database with docs/rows.txt; npm run doctor names tables without row level security',
    { action: { label: 'Copy the command', copy: 'npm run doctor' } },
  );
}

/** Insufficient privilege. */
const REFUSED = '42501';

async function isAllowed(client: pg.ClientBase, caller: string | null, statement: string): Promise<boolean> {
  try {
    await client.query('begin');
    await client.query('select set_caller($1)', [caller]);
    const { rowCount } = await client.query(statement);
    return (rowCount ?? 0) > 0;
  } catch (error) {
    if ((error as { code?: string }).code === REFUSED) return false;
    throw error;
  } finally {
    await client.query('rollback');
  }
}
