import { execFileSync } from 'node:child_process';
import { expect, send, test } from './shop.ts';

const shopMegabytes = () =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', process.env.SHOP_PID!]).toString()) / 1024;

/** Requests `count` URLs, some in parallel. Returns the milliseconds per request and the distinct ETags. */
async function ask(count: number, addressOf: (at: number) => string) {
  const etags = new Set<unknown>();
  let next = 0;
  const began = performance.now();
  const one = async () => {
    while (next < count) {
      const answer = await send(addressOf(next++), { headers: { 'accept-encoding': 'br' } });
      expect(answer.status).toBe(200);
      etags.add(answer.headers.etag);
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  return { etags, each: (performance.now() - began) / count };
}

const noise = () => Math.random().toString(36).slice(2).repeat(20);

for (const path of ['/', '/products?category=agbada', '/products?page=2']) {
  test(`any number of unknown parameters of ${path} is one page: one render, the same bytes`, async () => {
    test.setTimeout(120_000);
    const joint = path.includes('?') ? '&' : '?';
    const plain = await send(path, { headers: { 'accept-encoding': 'br' } });
    const rendered = await ask(40, (at) => `/products?search=agbada+${at}`);
    const cached = await ask(400, (at) => `${path}${joint}utm_source=${noise()}&fbclid=${at}`);
    expect([...cached.etags]).toEqual([plain.headers.etag]);
    expect(cached.each).toBeLessThan(rendered.each / 4);
  });
}

test('thousands of made-up URLs do not grow the memory', async () => {
  test.setTimeout(180_000);
  const batch = (name: string) => ask(1500, () => `/?${name}=${noise()}`);
  await batch('utm_source');
  await batch('utm_campaign');
  const before = shopMegabytes();
  await batch('gclid');
  await batch('ref');
  // Cached, these pages would take 60 MB or more.
  expect(shopMegabytes() - before).toBeLessThan(40);
});
