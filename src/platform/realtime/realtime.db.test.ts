import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createChanges } from '#platform/changes/changes.ts';
import { createTestDatabase } from '#platform/postgres/test-database.ts';
import { eventually } from '#shared/test-eventually.ts';
import { createRealtime } from './realtime.ts';

test('a row written by plain SQL reaches the browser', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  const changes = createChanges({
    url: database.url,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  await changes.ready;
  const realtime = createRealtime({ changes, log: { error: () => {} }, ownersOf: async () => new Map() });
  const request = new Request('http://shop/events');
  const { body } = realtime.stream(request, { caller: null, ipAddress: '', topics: ['catalog'] });
  const received: string[] = [];
  const ended = (async () => {
    for await (const part of body!.pipeThrough(new TextDecoderStream())) received.push(part);
  })();

  const id = randomUUID();
  await client.query("insert into categories (id, name, slug) values ($1, 'Gele', 'gele')", [id]);
  await eventually(() => expect(received.join('')).toContain(`{"type":"catalog","ids":["${id}"]}`));

  realtime.close();
  await ended;
  await changes.close();
  await client.end();
  await database.drop();
});

test('a session that ends in the database ends the streams of its user, and one that may have those of all users', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  const changes = createChanges({
    url: database.url,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  await changes.ready;
  const realtime = createRealtime({ changes, log: { error: () => {} }, ownersOf: async () => new Map() });
  const [ada, bola, session] = [randomUUID(), randomUUID(), randomUUID()];
  await client.query(`insert into profiles (id, email) values ($1, 'ada@example.com')`, [ada]);
  await client.query(
    `insert into sessions (id, user_id, token, expires_at) values ($1, $2, 'x', now() + interval '1 day')`,
    [session, ada],
  );
  const streamOf = (userId: string) =>
    realtime.stream(new Request('http://shop/events'), {
      caller: { userId, role: 'user' },
      ipAddress: '',
      topics: ['orders'],
    });
  const hers = streamOf(ada);
  streamOf(bola);
  await client.query('delete from sessions where id = $1', [session]);
  expect(await hers.text()).toContain('event: opened');
  expect(realtime.streams).toBe(1);

  // Nothing says whose session ends while changes are not received.
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'aso-house changes'`,
  );
  await eventually(() => expect(realtime.streams).toBe(0));

  realtime.close();
  await changes.close();
  await client.end();
  await database.drop();
});
