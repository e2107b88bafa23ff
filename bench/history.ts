import type pg from 'pg';
import { emptyTable, send, timed } from './import.ts';
import { load, type Target } from './load.ts';
import { median, quantile, whole } from './numbers.ts';
import type { Pace } from './pace.ts';
import { call } from './requests.ts';
import { signInOwner } from './signed-in-user.ts';
import { type Server, type Stage, withClient } from './stage.ts';
import { type Row, row } from './table.ts';

const SAVES = 40;
/** Saves before the first one that is measured. */
const USED = 1_000;
const ROWS_OF_SET = 10;
const [FEW, MANY] = [1_000, 1_000_000];

/** Measures what recording changes costs a save and an import, an undo, and reading a long history. */
export async function history(stage: Stage, { rounds, longRounds }: Pace): Promise<Row[]> {
  const server = await stage.shopWith({ products: 2_000 });
  const cookie = await signInOwner(server);
  const rows = await withClient(server.databaseUrl, async (client) => [
    await saves(client, rounds * 3),
    ...(await imports(client, server, cookie, longRounds)),
  ]);
  await server.stop();
  return [...rows, ...(await lists(stage, rounds))];
}

/** Alternates between recording the changes of products and not. */
async function record(client: pg.Client, isRecorded: boolean): Promise<void> {
  for (const operation of ['insert', 'update', 'delete'])
    await client.query(
      `ALTER TABLE products ${isRecorded ? 'ENABLE' : 'DISABLE'} TRIGGER record_${operation}`,
    );
}

/** The transaction of a save, as a request runs it, of one product after the other. */
async function saves(client: pg.Client, rounds: number): Promise<Row> {
  const { rows: products } = await client.query<{ id: string }>(
    'SELECT id FROM products ORDER BY id LIMIT 500',
  );
  let saved = 0;
  const save = async () => {
    const { id } = products[saved++ % products.length]!;
    await client.query('BEGIN');
    await client.query(`SELECT set_caller(NULL, 'catalog.updateProduct', 'Changed {products}')`);
    await client.query(
      'UPDATE products SET price = $2, description = $3, version = version + 1, updated_at = now() WHERE id = $1',
      [id, 1000 + saved, `Measured ${saved}`],
    );
    await client.query('SELECT current_change_set()');
    await client.query('COMMIT');
  };
  const without: number[] = [];
  const more: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const times: number[] = [];
    for (const isRecorded of [false, true]) {
      await record(client, isRecorded);
      // The first saves plan the statements again.
      for (let n = 0; n < 8; n++) await save();
      const taken: number[] = [];
      for (let n = 0; n < SAVES; n++) taken.push(await timed(save));
      times.push(median(taken));
    }
    if (round === 0) {
      // As a shop that is in use: a statement that was planned for a small table reads all of it.
      for (let n = 0; n < USED; n++) await save();
      await client.query('ANALYZE changes, change_sets');
      continue;
    }
    without.push(times[0]!);
    more.push(times[1]! - times[0]!);
  }
  const overhead = median(more);
  return row(
    'what recording a save costs',
    `${overhead.toFixed(2)} ms more than ${median(without).toFixed(2)} ms`,
    '≤ 0.30 ms',
    overhead <= 0.3,
  );
}

async function imports(client: pg.Client, server: Server, cookie: string, rounds: number): Promise<Row[]> {
  const ratios: number[] = [];
  const undone: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const times: number[] = [];
    for (const isRecorded of [false, true]) {
      await record(client, isRecorded);
      times.push(await timed(() => send(server, cookie)));
      if (isRecorded) undone.push(await timed(() => undoNewest(client, server, cookie)));
      await record(client, false);
      await emptyTable(client, 'products');
    }
    // The first round warms both up, and creates the categories.
    if (round > 0) ratios.push(times[1]! / times[0]!);
    else undone.pop();
  }
  await record(client, true);
  const share = (median(ratios) - 1) * 100;
  const seconds = median(undone) / 1000;
  return [
    row('what recording an import of 10,000 rows costs', `${share.toFixed(0)} %`, '≤ 15 %', share <= 15),
    row('undo of an import of 10,000 rows', `${seconds.toFixed(1)} s`, '≤ 5 s', seconds <= 5),
  ];
}

async function undoNewest(client: pg.Client, server: Server, cookie: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM change_sets ORDER BY at DESC LIMIT 1');
  const { rows: undone } = await ask(server, cookie, call('history/undoChangeSet', { id: rows[0]!.id }));
  if (Number(undone) < 10_000) throw new Error(`${undone} rows of the import were undone`);
}

async function ask({ port }: Server, cookie: string, { path, body }: Target): Promise<{ rows?: number }> {
  const response = await fetch(`http://localhost:${port}${path}`, {
    method: 'POST',
    headers: { cookie, origin: `http://localhost:${port}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { json: { rows?: number } }).json;
}

/** How much longer the history and a set of it take with a thousand times as many changes. */
async function lists(stage: Stage, rounds: number): Promise<Row[]> {
  const shops = [await open(stage, FEW), await open(stage, MANY)] as const;
  const rows: Row[] = [];
  for (const [name, targetOf] of [
    ['/admin/history', (_: string) => call('history/listChangeSets', { page: 1 })],
    ['the cells of a set', (id: string) => call('history/getChangeSet', { id, page: 1 })],
  ] as const) {
    const p50 = async ({ server, cookie, sets }: (typeof shops)[number]) => {
      const target = (n: number) => ({ ...targetOf(sets[n % sets.length]!), headers: { cookie } });
      return quantile(
        (await load({ port: server.port, connections: 1, requests: 40, target })).latencies,
        0.5,
      );
    };
    for (const shop of shops) await p50(shop);
    const figures: [number, number][] = [];
    for (let round = 0; round < rounds; round++) figures.push([await p50(shops[0]), await p50(shops[1])]);
    const [few, many, times] = [
      median(figures.map(([small]) => small)),
      median(figures.map(([, big]) => big)),
      median(figures.map(([small, big]) => big / small)),
    ];
    rows.push(
      row(
        `p50 of ${name}, ${whole(MANY)} against ${whole(FEW)} changes`,
        `${many.toFixed(1)} ms against ${few.toFixed(1)} ms, ${times.toFixed(2)} ×`,
        '≤ 1.50 ×',
        times <= 1.5,
      ),
    );
  }
  await Promise.all(shops.map(({ server }) => server.stop()));
  return rows;
}

/** A shop with this number of changes in the last sixty days, and the ids of some of its sets. */
async function open(stage: Stage, changes: number) {
  const server = await stage.shopWith({ products: 500, users: changes === MANY ? 2 : 1 });
  const cookie = await signInOwner(server);
  const sets = await withClient(server.databaseUrl, async (client) => {
    await client.query('SET statement_timeout = 0');
    await client.query('TRUNCATE change_sets, changes');
    await client.query(
      `CREATE TEMP TABLE seeded AS SELECT gen_random_uuid() AS id, now() - nth * interval '60 days' / $1::int AS at, p.id AS product, p.name
       FROM generate_series(1, $1::int) nth JOIN (SELECT id, name, row_number() OVER () AS place FROM products) p ON p.place = 1 + nth % 500`,
      [changes / ROWS_OF_SET],
    );
    await client.query(
      `INSERT INTO change_sets (id, at, summary, kinds, row_count, search, operation)
       SELECT id, at, 'Changed ' || name, '{product}', $1, fold('Changed ' || name), 'catalog.updateProduct' FROM seeded`,
      [ROWS_OF_SET],
    );
    await client.query(
      `INSERT INTO changes (at, set_id, kind, thing_id, thing, table_name, row_id, operation, before, after)
       SELECT at, id, 'product', product, name, 'products', product, 'update', jsonb_build_object('price', 1000 + n), jsonb_build_object('price', 1001 + n)
       FROM seeded, generate_series(1, $1) n`,
      [ROWS_OF_SET],
    );
    await client.query('SELECT keep_change_partitions(400)');
    await client.query('VACUUM ANALYZE');
    return (await client.query<{ id: string }>('SELECT id FROM seeded ORDER BY random() LIMIT 40')).rows;
  });
  return { server, cookie, sets: sets.map(({ id }) => id) };
}
