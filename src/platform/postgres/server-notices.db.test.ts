import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outdatedNotice } from './known-releases.ts';
import { serverNotices } from './server-notices.ts';
import { createTestDatabase, superuserOf, type TestDatabase } from './test-database.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

test('the start warns about an outdated server and an owner that is a superuser', async () => {
  const client = new Client(base.url);
  await client.connect();
  const { rows } = await client.query("select current_setting('server_version_num')::int as n");
  await client.end();
  const outdated = outdatedNotice(rows[0].n);
  const ofServer = outdated ? [expect.stringContaining(outdated)] : [];
  expect(await serverNotices(base.url)).toEqual(ofServer);
  expect(await serverNotices(superuserOf(base))).toEqual([
    ...ofServer,
    expect.stringContaining('The role of DATABASE_URL, aso, is a superuser.'),
  ]);
});
