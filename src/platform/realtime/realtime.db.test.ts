import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createChanges } from '#platform/changes/changes.ts';
import { createTestDatabase } from '#platform/postgres/test-database.ts';
import { createRealtime } from './realtime.ts';

test('a row written by plain SQL is heard in the browser within a second', async () => {
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
  const { body } = realtime.stream(request, { caller: null, address: '', topics: ['catalog'] });
  const heard: string[] = [];
  const ended = (async () => {
    for await (const part of body!.pipeThrough(new TextDecoderStream())) heard.push(part);
  })();

  const id = randomUUID();
  await client.query("insert into categories (id, name, slug) values ($1, 'Gele', 'gele')", [id]);
  await vi.waitFor(() => expect(heard.join('')).toContain(`{"type":"catalog","ids":["${id}"]}`), 1_000);

  realtime.close();
  await ended;
  await changes.close();
  await client.end();
  await database.drop();
});
