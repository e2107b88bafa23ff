import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withConnection } from '#db/connection.ts';
import { plural } from '#shared/plural.ts';
import { CHECK_MS } from './examine.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Those that a stranger may look at, and could name. */
const SEEN_PRODUCTS = `products where status = 'published'`;

interface Forbidden {
  does: string;
  statement: string;
  /** Where there are none of these rows, a statement that affects none proves nothing. */
  rows?: string;
}

/** What a visitor, and a customer without a row of their own, must not be able to do. */
const FORBIDDEN: readonly Forbidden[] = [
  ...[
    ['orders', 'orders'],
    ['customers', 'profiles'],
    ['messages', 'contact_submissions'],
    ['drafts', `products where status <> 'published'`],
    ['the history', 'changes'],
    ['backups', 'backups'],
    ['sessions', 'sessions'],
    ['passwords', 'accounts'],
  ].map(([name, rows]) => ({ does: `read ${name}`, statement: `select from ${rows} limit 1`, rows })),
  {
    does: 'change a price',
    statement: 'update products set price = price where id = (select id from products limit 1)',
    rows: SEEN_PRODUCTS,
  },
  {
    does: 'delete a product',
    statement: 'delete from products where id = (select id from products limit 1)',
    rows: SEEN_PRODUCTS,
  },
  {
    does: 'write a promotion',
    statement: `insert into promotions (id, name, code, start_date, end_date, promotion_value)
     values (gen_random_uuid(), 'x', 'doctor-' || left(md5(random()::text), 20), '2000-01-01', '2000-01-01', 1)`,
  },
];

/**
 * Tries as the request login, signed in as nobody and as an unknown customer, what row level security and the rights of
 * that login must refuse. A statement is refused by an error, or affects no row although there are some. Everything is rolled
 * back. `owner` reads all rows.
 */
export async function accessTrial(webUrl: string, owner: Pick<pg.Pool, 'query'>): Promise<Finding> {
  const what = 'Access, tried';
  const tried = await withConnection(
    webUrl,
    'doctor',
    async (client) => {
      const outcomes: Record<Outcome, Set<string>> = {
        allowed: new Set(),
        'no rows': new Set(),
        refused: new Set(),
      };
      for (const caller of [null, randomUUID()]) {
        for (const { does, statement } of FORBIDDEN) {
          outcomes[await outcomeOf(client, caller, statement)].add(does);
        }
      }
      return outcomes;
    },
    `-c statement_timeout=${CHECK_MS - 500} -c lock_timeout=1s -c search_path=public,pg_temp`,
  );
  if (tried.allowed.size > 0)
    return problem(
      what,
      `a stranger can ${[...tried.allowed].join(', ')}`,
      'stop the shop, and compare its database with docs/rows.txt; npm run doctor names tables without row level security',
      { action: { label: 'Copy the command', copy: 'npm run doctor' } },
    );
  const untried = (await withoutRows(owner)).filter((does) => tried['no rows'].has(does));
  const refused = `a stranger was refused ${plural(FORBIDDEN.length - untried.length, 'thing')} that only staff may do`;
  return ok(
    what,
    untried.length > 0 ? `${refused}; there is nothing yet to try: ${untried.join(', ')}` : refused,
  );
}

/** What cannot be tried because the shop has none of its rows. */
async function withoutRows(owner: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const statements = FORBIDDEN.flatMap(({ does, rows }) =>
    rows ? [`select '${does}' as does where not exists (select from ${rows})`] : [],
  );
  const found = await owner.query<{ does: string }>(statements.join(' union all '));
  return found.rows.map(({ does }) => does);
}

/** Insufficient privilege. */
const REFUSED = '42501';

type Outcome = 'allowed' | 'no rows' | 'refused';

async function outcomeOf(client: pg.ClientBase, caller: string | null, statement: string): Promise<Outcome> {
  try {
    await client.query('begin');
    await client.query('select set_caller($1)', [caller]);
    const { rowCount } = await client.query(statement);
    return rowCount ? 'allowed' : 'no rows';
  } catch (error) {
    if ((error as { code?: string }).code === REFUSED) return 'refused';
    throw error;
  } finally {
    await client.query('rollback');
  }
}
