import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { createTestDatabase, urlsAt } from '#platform/postgres/test-database.ts';
import { openTcpProxy } from '#platform/test-tcp-proxy.ts';
import { health } from './health.ts';

test('an unresponsive database is reported as not ready before its connection gives up, however many requests ask', async () => {
  const testDatabase = await createTestDatabase();
  const proxy = await openTcpProxy(testDatabase.url);
  const database = await openDatabase(urlsAt(proxy.url), { patience: 2_300 });
  let draining = false;
  const app = health({ database, isDraining: () => draining });
  const ask = async (path = '/readyz') => {
    const answer = await app.request(path);
    return `${answer.status} ${await answer.text()}`;
  };
  expect(await ask()).toBe('200 ready');
  proxy.silence();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(new Set(answers)).toEqual(new Set(['503 not ready']));
  expect(await ask('/servingz')).toBe('200 serving');
  // The connection has not given up yet.
  expect(database.webPool.totalCount).toBe(1);

  proxy.open();
  await expect.poll(() => database.webPool.totalCount).toBe(0);
  expect(await ask()).toBe('200 ready');
  draining = true;
  expect(await ask()).toBe('503 not ready');
  expect(await ask('/servingz')).toBe('503 draining');
  await database.close();
  proxy.close();
  await testDatabase.drop();
});
