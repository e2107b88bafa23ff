import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { localStorage } from './local-storage.ts';
import type { Storage } from './storage.ts';
import { StorageUnavailable } from './storage-unavailable.ts';
import { uploadsApp } from './uploads-app.ts';

const path = 'product-images/p/1.jpg';
const bytes = Buffer.alloc(2_000_000, 'a');
let dir = '';
let storage: Storage;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-uploads-'));
  storage = localStorage(dir);
  await storage.put(path, bytes, { contentType: 'image/jpeg' });
});
afterAll(() => rm(dir, { recursive: true }));
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const askOf = (limits: Parameters<typeof uploadsApp>[1], of = storage) => {
  const app = uploadsApp(of, limits);
  return (init?: RequestInit) => app.request(`/uploads/${path}`, init);
};
const sizeOf = async (answer: Response) => (await answer.arrayBuffer()).byteLength;

test('clients that do not read are ended, and keep no file from others', async () => {
  const ask = askOf({ atOnce: 2, idleMs: 60_000 });
  const stalled = [await ask(), await ask()];
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
  expect((await ask({ method: 'HEAD' })).status).toBe(200);
  vi.advanceTimersByTime(60_000);
  const answers: Response[] = [];
  await expect.poll(async () => answers[answers.push(await ask()) - 1]!.status).toBe(200);
  await answers.at(-1)!.body!.cancel();
  for (const answer of stalled) await expect(answer.arrayBuffer()).rejects.toThrow('does not read');
});

test('a client that has read, one that has gone and a failed read leave room for others', async () => {
  let fails = false;
  const ask = askOf(
    { atOnce: 1, idleMs: 60_000 },
    {
      ...storage,
      get: async (name) => {
        if (fails) throw new StorageUnavailable('no answer');
        return storage.get(name);
      },
    },
  );
  expect(await sizeOf(await ask())).toBe(bytes.length);
  await (await ask()).body!.cancel();
  fails = true;
  expect((await ask()).status).toBe(503);
  fails = false;
  expect(await sizeOf(await ask())).toBe(bytes.length);
});

test('a client that reads slowly gets all of it', async () => {
  const reader = (await askOf({ atOnce: 1, idleMs: 60_000 })()).body!.getReader();
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    vi.advanceTimersByTime(40_000);
  }
  expect(size).toBe(bytes.length);
});
