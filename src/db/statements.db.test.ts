import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installJobs } from '#platform/jobs/install.ts';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { generate } from '../../bench/seed/generate.ts';
import { statementsOf } from './test-statements.ts';

// The SQL of every repository and the shape of its plans, as snapshots in docs/sql: a change of a query or of the index
// it uses shows in review. Update: npx vitest run -u --project db src/db/statements.db.test.ts

let testDatabase: TestDatabase;
const clients: pg.Client[] = [];

/**
 * Sequential scans are left to tables without an index: which one is cheaper depends on their size. The cost of an
 * index-only scan depends on the visibility map, which a busy server may not have written yet.
 */
const STABLE =
  '-c enable_seqscan=off -c enable_indexonlyscan=off -c max_parallel_workers_per_gather=0 -c jit=off -c search_path=public,pg_temp';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: STABLE });
  await client.connect();
  clients.push(client);
  return client;
}

const repositories = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.repository.ts'))
  .sort();

let roles: { web: pg.Client; auth: pg.Client; owner: pg.Client };
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await installJobs(testDatabase.url);
  // Several orders a user: with one each, the indexes of orders by id and by user would cost the same.
  await generate({ databaseUrl: testDatabase.url, products: 1_000, users: 50, orders: 1_000 });
  const owner = await connect(testDatabase.url);
  // Of an empty table every index costs the same.
  await owner.query(`SET app.unrecorded = 'on';
    INSERT INTO planned_changes (id, day, product_id, price)
      SELECT gen_random_uuid(), current_date + (row_number() OVER ())::integer % 300, id, 1 FROM products;
    INSERT INTO special_days (name, first_day, last_day) SELECT 'x', day, day FROM generate_series(date '2026-01-01', '2026-06-01', '1 day') day;
    INSERT INTO searches (day, query, times, found) SELECT day, 'query ' || n, n, n % 3 FROM generate_series(current_date - 89, current_date, '1 day') day, generate_series(1, 50) n;
    -- Without rows in the audit log and the queue.
    ALTER TABLE webhooks DISABLE TRIGGER USER;
    ALTER TABLE webhook_deliveries DISABLE TRIGGER USER;
    INSERT INTO webhooks (id, name, url, events, secret) SELECT gen_random_uuid(), 'x', 'https://x.test', '{order.submitted}', 'x' FROM generate_series(1, 20);
    INSERT INTO webhook_deliveries (webhook_id, event, order_id, state, next_attempt_at)
      SELECT w.id, 'order.submitted', o.id, 'delivered', NULL FROM webhooks w, orders o;
    ANALYZE planned_changes, special_days, searches, webhooks, webhook_deliveries`);
  roles = {
    web: await connect(testDatabase.webUrl),
    auth: await connect(testDatabase.authUrl),
    owner,
  };
}, 60_000);
afterAll(async () => {
  for (const client of clients) await client.end();
  await testDatabase?.drop();
});

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Subplan Name'?: string;
  Plans?: PlanNode[];
}

/**
 * One line for each node that says which table is read through which index, or how rows are joined, sorted and grouped.
 * Whether an index is read alone, row by row or as a bitmap depends on the moment, so that is left out.
 */
function shapeOf(node: PlanNode, depth = 0, table?: string): string[] {
  const { 'Node Type': type, 'Index Name': index, 'Relation Name': relation = table, Plans = [] } = node;
  // What the policies compute of the caller, once per statement; and the rows of a bitmap, told by its index.
  if (type === 'Result' || type === 'Bitmap Heap Scan') {
    return Plans.flatMap((one) => shapeOf(one, depth, relation));
  }
  const name = index ? `Index ${index}` : type;
  const on = relation && (index || type.endsWith('Scan')) ? ` on ${relation}` : '';
  const below = Plans.map((one) => shapeOf(one, depth + 1, type.startsWith('Bitmap') ? relation : undefined));
  // The partitions of a table are read alike; their names tell the month.
  const each = below.map((lines) =>
    lines.map((line) => line.replaceAll(/_(\d{4}_\d\d|default)\b|_(\d{4}_\d\d|default)(?=_)/g, '')),
  );
  return [
    `--   ${'  '.repeat(depth)}${name}${on}`,
    ...each
      .filter((lines, at) => at === 0 || !type.endsWith('Append') || lines.join() !== each[at - 1]!.join())
      .flat(),
  ];
}

const NO_PLAN = /^(set|lock|begin|commit|savepoint|release|rollback|notify|copy)\b/i;

/** The plan for any values, as the role that runs the statement; undefined if PostgreSQL refuses the statement. */
async function planOf(path: string, text: string): Promise<string[] | undefined> {
  if (NO_PLAN.test(text)) return ['--   (no plan)'];
  const first = path.startsWith('platform') ? roles.auth : roles.web;
  for (const client of [first, roles.owner]) {
    try {
      const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
      return shapeOf(rows[0]['QUERY PLAN'][0].Plan);
    } catch (error) {
      // Insufficient privilege: what only the owner runs.
      if ((error as { code?: string }).code !== '42501') return undefined;
    }
  }
  return undefined;
}

/** Lines that begin where a reader looks for a clause. */
const formatted = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      / (?=(from|where|order by|group by|having|limit|offset|returning|values|set|on conflict|(left |inner |cross )join|(?<!left |inner |cross )join|union|for (no key )?(update|share)) )/gi,
      '\n  ',
    );

test.each(repositories)('the statements of %s', async (path) => {
  const functions = (await import(pathToFileURL(join('src', path)).href)) as Record<string, unknown>;
  const parts: string[] = [];
  const forgotten: string[] = [];
  for (const [name, value] of Object.entries(functions)) {
    if (typeof value !== 'function') continue;
    const before = parts.length;
    for await (const statements of statementsOf(value as (...args: unknown[]) => unknown)) {
      const plans: (string[] | undefined)[] = [];
      for (const text of statements) plans.push(await planOf(path, text));
      if (plans.includes(undefined)) continue;
      const both = statements.map((text, at) => `${formatted(text)};\n${plans[at]!.join('\n')}`);
      parts.push(`-- ${name}\n${both.join('\n')}\n`);
      break;
    }
    if (parts.length === before && /^[^(]*\(\s*(db|tx)\b/.test(String(value))) forgotten.push(name);
  }
  // A function that takes a connection and sends nothing here would never be reviewed.
  expect(forgotten).toEqual([]);
  const file = path
    .replace(/^(domains|platform)\//, '')
    .replaceAll('/server/', '/')
    .replaceAll('/', '.');
  await expect(parts.join('\n')).toMatchFileSnapshot(
    `../../docs/sql/${file.replace('.repository.ts', '.sql')}`,
  );
});
