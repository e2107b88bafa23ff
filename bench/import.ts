import { Readable } from 'node:stream';
import type pg from 'pg';
import { v4 as uuid } from 'uuid';
import { copyIn } from '#platform/backup/copy-stream.ts';
import { load } from './load.ts';
import { median, whole } from './numbers.ts';
import type { Pace } from './pace.ts';
import { call } from './requests.ts';
import { signInOwner } from './signed-in-user.ts';
import { type Server, type Stage, withClient } from './stage.ts';
import { note, type Row, row } from './table.ts';

const ROWS = 10_000;
const CATEGORIES = 12;
const WORDS = 'hand-woven aso-oke embroidered cashmere lace for Owambe season ẹ̀yẹ with pockets'.split(' ');

/** Products of about 250 characters each, as a shop writes them. */
const rows = Array.from({ length: ROWS }, (_, n) => ({
  name: `Imported ${WORDS[n % WORDS.length]} ${n}`,
  description: Array.from({ length: 28 }, (_, at) => WORDS[(n * 7 + at * 3) % WORDS.length]).join(' '),
  price: 1000 + n + 0.5,
  category: `Imported ${n % CATEGORIES}`,
  featured: n % 50 === 0,
}));

/** Imports 10,000 products: compares the server's time with COPY of the same rows, and measures other requests' wait. */
export async function imports(stage: Stage, { longRounds }: Pace): Promise<Row[]> {
  const server = await stage.shopWith({ products: 2_000 });
  const cookie = await signInOwner(server);
  try {
    return await withClient(server.databaseUrl, async (client) => {
      await makeCopy(client);
      const csv = await csvOf(client, () => send(server, cookie));
      const times: { ours: number; copy: number }[] = [];
      for (let round = 0; round <= longRounds; round++) {
        const ours = await timed(() => send(server, cookie));
        await emptyTable(client, 'products');
        const copy = await timed(() =>
          copyIn(
            client,
            'COPY import_copy (id, name, description, price, category_id, featured) FROM STDIN (FORMAT csv)',
            Readable.from([csv]),
          ),
        );
        await emptyTable(client, 'import_copy');
        // The first round warms both up.
        if (round > 0) times.push({ ours, copy });
      }
      const ratio = median(times.map(({ ours, copy }) => ours / copy));
      const [ours, copy] = [median(times.map((time) => time.ours)), median(times.map((time) => time.copy))];
      const waited = await waitDuringImport(server, cookie);
      await emptyTable(client, 'products');
      return [
        row(
          `import of ${whole(ROWS)} rows against COPY into an identical table`,
          `${whole(ours)} ms against ${whole(copy)} ms, ${ratio.toFixed(2)} ×`,
          '≤ 3.00 ×',
          ratio <= 3,
        ),
        note(
          'longest wait of other requests while 10,000 rows are imported',
          `${whole(waited.during)} ms, alone ${whole(waited.alone)} ms`,
        ),
      ];
    });
  } finally {
    await server.stop();
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export async function send({ port }: Server, cookie: string): Promise<void> {
  const { path, body } = call('catalog/importProducts', { idempotencyKey: uuid(), rows });
  const response = await fetch(`http://localhost:${port}${path}`, {
    method: 'POST',
    headers: { cookie, origin: `http://localhost:${port}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The import answered ${response.status}: ${await response.text()}`);
  await response.text();
}

/** Creates a table with the columns, indexes, constraints and rows of products. */
async function makeCopy(client: pg.Client): Promise<void> {
  await client.query('CREATE TABLE import_copy (LIKE products INCLUDING ALL)');
  const { rows: keys } = await client.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = 'products'::regclass AND contype = 'f'`,
  );
  for (const { definition } of keys) await client.query(`ALTER TABLE import_copy ADD ${definition}`);
  await client.query(
    `INSERT INTO import_copy (id, name, description, price, category_id, featured, created_at)
     SELECT id, name, description, price, category_id, featured, created_at FROM products`,
  );
  await client.query('VACUUM ANALYZE import_copy');
}

/** The imported rows as CSV for COPY. The first import creates the categories. */
async function csvOf(client: pg.Client, first: () => Promise<void>): Promise<Buffer> {
  await first();
  const { rows: lines } = await client.query<{ line: string }>(
    `SELECT concat_ws(',', id, to_json(name), to_json(description), price, category_id, featured) AS line
     FROM products WHERE name LIKE 'Imported %' ORDER BY id`,
  );
  await emptyTable(client, 'products');
  return Buffer.from(`${lines.map(({ line }) => line).join('\n')}\n`);
}

/** Deletes the imported rows and vacuums the table. */
export async function emptyTable(client: pg.Client, table: string): Promise<void> {
  await client.query(`DELETE FROM ${table} WHERE name LIKE 'Imported %'`);
  await client.query(`VACUUM ANALYZE ${table}`);
}

/** The longest wait for a small response, in ms, during an import and without one. */
async function waitDuringImport(server: Server, cookie: string): Promise<{ during: number; alone: number }> {
  const small = { port: server.port, connections: 1, target: () => ({ path: '/livez' }) };
  const alone = await load({ ...small, seconds: 1 });
  let imported = false;
  const importing = send(server, cookie).then(() => {
    imported = true;
  });
  const waits: number[] = [];
  while (!imported) waits.push(...(await load({ ...small, requests: 20 })).latencies);
  await importing;
  return { during: Math.max(...waits), alone: Math.max(...alone.latencies) };
}
