import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAuth } from '#domains/accounts/server/sign-in/test-auth.ts';
import { readConfig } from '#platform/config.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { urlsAt } from '#platform/postgres/test-database.ts';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { boot } from '../server.ts';
import type { Shop } from '../shop.ts';

const auths = testAuth();
const levels: number[] = [];
let dataDir = '';
let shop: Shop;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'aso-full-'));
  await installJobs(auths.url);
  const config = readConfig({
    ...LIVE_FACTS,
    SHOP_MODE: 'live',
    PUBLIC_URL: 'http://shop.test',
    DISK_RESERVE: '0',
    BACKGROUND_WORK: 'false',
  });
  const log = pino({ level: 'info' }, { write: (line) => void levels.push(JSON.parse(line).level) });
  const secret = 'a-secret-of-more-than-thirty-two-letters';
  shop = await boot({ config, dataDir, databaseUrl: auths.url, ...urlsAt(auths.url), secret }, log);
});
afterAll(async () => {
  await shop?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const ask = async (path: string, init?: RequestInit) =>
  shop.fetch(new Request(`http://shop.test${path}`, init), '192.0.2.7');
const sendMessage = () =>
  ask('/api/v1/contact', {
    method: 'POST',
    headers: { origin: 'http://shop.test', 'content-type': 'application/json' },
    body: JSON.stringify({
      idempotencyKey: randomUUID(),
      name: 'Ada Obi',
      email: 'ada@shop.test',
      subject: 'A question',
      message: 'Do you sew for children too?',
    }),
  });

test('PostgreSQL without disk space (53100): writes are answered with 503 and Retry-After, reads and /readyz still work', async () => {
  // The error PostgreSQL raises when it has no space for a row.
  await auths.owner.query(
    `create or replace function no_room() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create or replace trigger no_room before insert on contact_submissions for each row execute function no_room()`,
  );
  try {
    const answer = await sendMessage();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'BUSY' });
    expect((await ask('/readyz')).status).toBe(200);
    expect((await ask('/api/v1/products')).status).toBe(200);
    const admin = await auths.signedIn();
    await auths.owner.query(`update profiles set role = 'admin' where id = $1`, [admin.id]);
    const disk = await ask('/api/v1/admin/disk', { headers: admin.one.headers() });
    expect(await disk.json()).toMatchObject({ isFull: true, isShort: false });
  } finally {
    await auths.owner.query('drop trigger no_room on contact_submissions');
  }
  expect((await sendMessage()).status).toBe(200);
  // The state is logged as an error once; a refused write is not an error.
  expect(levels.filter((level) => level >= 50).length).toBeLessThanOrEqual(1);
});
