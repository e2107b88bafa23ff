import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { clockIn } from '#platform/clock.ts';
import { compressed, pageOf, type RenderedPage } from './page.ts';
import { createResponseCache } from './response-cache.ts';

const page = (body: string, tags: string[] = [], more: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
  body,
  tags,
  ...more,
});

function setUp({
  at = '2026-11-20T10:00:00Z',
  maxBytes = 48 * 1024 * 1024,
  silentFor = (): number => 0,
} = {}) {
  const time = { now: new Date(at) };
  const cache = createResponseCache({
    clock: clockIn('Africa/Lagos', () => time.now),
    log: { debug: () => {} },
    maxBytes,
    silentFor,
  });
  const pass = (ms: number) => {
    time.now = new Date(time.now.getTime() + ms);
  };
  return { cache, pass };
}

const request = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://shop/', { headers, method });
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};

test('a second request is answered without rendering, with the same bytes and headers', async () => {
  const { cache } = setUp();
  const render = async () => page('<h1>Agbada</h1>'.repeat(100));
  const first = await cache.serve('/', request({ 'accept-encoding': 'gzip, br' }), render);
  const second = await cache.serve('/', request({ 'accept-encoding': 'gzip, br' }), render);
  expect(cache.counts).toMatchObject({ hits: 1, renders: 1, entries: 1 });
  const bytes = Buffer.from(await second.arrayBuffer());
  expect(Buffer.from(await first.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(second.headers)).toEqual({
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-encoding': 'br',
    'content-length': String(bytes.length),
    'content-type': 'text/html; charset=utf-8',
    etag: expect.stringMatching(/^"[\w-]{22}-br"$/),
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(bytes).toString()).toBe('<h1>Agbada</h1>'.repeat(100));
});

test.each([500, 50_000])(
  'a stored page of %i characters keeps no more memory than its bytes',
  async (characters) => {
    const text = randomBytes(characters / 2).toString('hex');
    const { page: stored, size } = await compressed(pageOf(page(text)));
    expect((await stored.br!).buffer.byteLength).toBe(size);
  },
);

test.each([
  ['gzip', 'gzip'],
  ['deflate, gzip;q=0.5, br;q=0', 'gzip'],
  ['*', 'br'],
  ['identity', null],
  ['br;q=0, gzip;q=0', null],
])('Accept-Encoding %s gets %s', async (accepted, encoding) => {
  const { cache } = setUp();
  const answer = await cache.serve('/', request({ 'accept-encoding': accepted }), async () => page('Ẹwà'));
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const plain =
    encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  expect(plain.toString()).toBe('Ẹwà');
});

test('a client that has the page gets 304, in any encoding', async () => {
  const { cache } = setUp();
  const render = async () => page('one');
  const etag = (await cache.serve('/', request({ 'accept-encoding': 'br' }), render)).headers.get('etag')!;
  for (const known of [etag, `"other", W/${etag}`, etag.replace('-br', '-gzip'), '*']) {
    const answer = await cache.serve('/', request({ 'if-none-match': known }), render);
    expect([answer.status, await answer.text()]).toEqual([304, '']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  }
  expect((await cache.serve('/', request({ 'if-none-match': '"other"' }), render)).status).toBe(200);
});

test('HEAD gets only the headers', async () => {
  const { cache } = setUp();
  const answer = await cache.serve('/', request({}, 'HEAD'), async () => page('1234'));
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['4', '']);
});

test('concurrent requests share one render', async () => {
  const { cache } = setUp();
  const { opened, open } = gate();
  const answers = Array.from({ length: 50 }, () =>
    cache.serve('/', request(), async () => {
      await opened;
      return page('once');
    }),
  );
  open();
  const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
  expect(new Set(texts)).toEqual(new Set(['once']));
  expect(cache.counts.renders).toBe(1);
});

test('a failed render fails all waiting requests, and the next request renders again', async () => {
  const { cache } = setUp();
  const fail = async (): Promise<RenderedPage> => {
    throw new Error('no database');
  };
  const both = await Promise.allSettled([
    cache.serve('/', request(), fail),
    cache.serve('/', request(), fail),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await (await cache.serve('/', request(), async () => page('back'))).text()).toBe('back');
});

test('a page expires after ten minutes', async () => {
  const { cache, pass } = setUp();
  await cache.serve('/', request(), async () => page('old'));
  pass(10 * 60_000 - 1);
  expect(await (await cache.serve('/', request(), async () => page('new'))).text()).toBe('old');
  pass(1);
  expect(await (await cache.serve('/', request(), async () => page('new'))).text()).toBe('new');
});

test('a page expires at midnight in the shop’s time zone, without a write', async () => {
  // 23:59 in Lagos.
  const { cache, pass } = setUp({ at: '2026-11-20T22:59:00Z' });
  await cache.serve('/', request(), async () => page('today'));
  pass(59_999);
  expect(await (await cache.serve('/', request(), async () => page('tomorrow'))).text()).toBe('today');
  pass(1);
  expect(await (await cache.serve('/', request(), async () => page('tomorrow'))).text()).toBe('tomorrow');
});

test('a page rendered across midnight is not cached, nor shown to later requests', async () => {
  const { cache, pass } = setUp({ at: '2026-11-20T22:59:59Z' });
  const { opened, open } = gate();
  const early = cache.serve('/', request(), async () => {
    await opened;
    return page('yesterday');
  });
  pass(2_000);
  const late = cache.serve('/', request(), async () => page('today'));
  expect(await (await late).text()).toBe('today');
  open();
  expect(await (await early).text()).toBe('yesterday');
  expect(await (await cache.serve('/', request(), async () => page('?'))).text()).toBe('today');
});

test('dropping a tag removes the pages with it and no others', async () => {
  const { cache } = setUp();
  await cache.serve('/a', request(), async () => page('a', ['product:1', 'products']));
  await cache.serve('/b', request(), async () => page('b', ['product:2']));
  cache.dropTags(['product:1', 'nothing']);
  expect(cache.counts.entries).toBe(1);
  expect(await (await cache.serve('/a', request(), async () => page('a2'))).text()).toBe('a2');
  expect(await (await cache.serve('/b', request(), async () => page('b2'))).text()).toBe('b');
});

test('a page whose tag was dropped during rendering is answered but not stored', async () => {
  const { cache } = setUp();
  for (const drop of [() => cache.dropTags(['products']), () => cache.dropAll()]) {
    const { opened, open } = gate();
    const answer = cache.serve('/', request(), async () => {
      await opened;
      return page('before', ['products']);
    });
    drop();
    open();
    expect(await (await answer).text()).toBe('before');
    expect(cache.counts.entries).toBe(0);
  }
});

test('a request after a drop does not get a render that started before it', async () => {
  const { cache } = setUp();
  const { opened, open } = gate();
  const early = cache.serve('/', request(), async () => {
    await opened;
    return page('before', ['products']);
  });
  const between = cache.serve('/', request(), async () => page('never'));
  cache.dropTags(['products']);
  const late = cache.serve('/', request(), async () => page('after', ['products']));
  open();
  const texts = await Promise.all([early, between, late].map(async (answer) => (await answer).text()));
  expect(texts).toEqual(['before', 'before', 'after']);
});

test('a drop of other tags affects neither waiting requests nor storing', async () => {
  const { cache } = setUp();
  const { opened, open } = gate();
  const early = cache.serve('/', request(), async () => {
    await opened;
    return page('fine', ['products']);
  });
  cache.dropTags(['slides']);
  const late = cache.serve('/', request(), async () => page('never'));
  open();
  expect(await (await late).text()).toBe('fine');
  await early;
  expect(cache.counts).toMatchObject({ renders: 1, entries: 1 });
});

test.each<[string, Partial<RenderedPage>]>([
  ['a 404', { status: 404 }],
  ['a redirect', { status: 307 }],
  ['a page that sets a cookie', { headers: new Headers({ 'set-cookie': 'a=1' }) }],
  ['a private page', { headers: new Headers({ 'cache-control': 'private, no-store' }) }],
])('%s is not stored', async (_, more) => {
  const { cache } = setUp();
  await cache.serve('/', request(), async () => page('x', [], more));
  expect(cache.counts.entries).toBe(0);
});

test('a cookie of one request is not sent to waiting requests', async () => {
  const { cache } = setUp();
  let n = 0;
  const render = async () => page('x', [], { headers: new Headers({ 'set-cookie': `a=${++n}` }) });
  const answers = await Promise.all([1, 2, 3].map(() => cache.serve('/', request(), render)));
  expect(new Set(answers.map((answer) => answer.headers.get('set-cookie'))).size).toBe(3);
});

test('a page with a null key is rendered for each request', async () => {
  const { cache } = setUp();
  for (let n = 0; n < 3; n++) await cache.serve(null, request(), async () => page('search'));
  expect(cache.counts).toMatchObject({ renders: 3, hits: 0, entries: 0 });
});

const SLOT = '<body><p id="unchecked" role="status"></p>';
const NOTICE = 'prices are checked when you order';
const unavailable = async (): Promise<RenderedPage> => {
  throw new Error('no database');
};

/** A cache whose clock also advances the time since the last received change. */
function setUpDeaf() {
  let silent = 0;
  const { cache, pass } = setUp({ silentFor: () => silent });
  const read = async (render: () => Promise<RenderedPage>, headers: Record<string, string> = {}) => {
    const answer = await cache.serve('/', request(headers), render);
    return { text: await answer.text(), control: answer.headers.get('cache-control') };
  };
  return {
    cache,
    read,
    deafFor(ms: number) {
      silent += ms;
      pass(ms);
    },
    hearAgain() {
      silent = 0;
      cache.dropAll();
    },
  };
}

test('a cached page is shown for five seconds without received changes, then it is rendered for each request', async () => {
  const { read, deafFor, hearAgain, cache } = setUpDeaf();
  await read(async () => page('kept'));
  deafFor(5_000);
  expect((await read(async () => page('fresh'))).text).toBe('kept');
  deafFor(1);
  expect((await read(async () => page('fresh'))).text).toBe('fresh');
  expect((await read(async () => page('fresher'))).text).toBe('fresher');
  hearAgain();
  expect(cache.counts.entries).toBe(0);
  await read(async () => page('new'));
  expect((await read(async () => page('never'))).text).toBe('new');
});

test.each<[string, () => Promise<RenderedPage>]>([
  ['cannot be rendered', unavailable],
  ['could not be read in full', async () => page('half', [], { isIncomplete: true })],
])(
  'a page that %s while changes are not received is served from the cache with a notice and no-store',
  async (_, fail) => {
    const { read, deafFor, cache } = setUpDeaf();
    await read(async () => page(`${SLOT}kept`));
    deafFor(5_001);
    const shown = await read(fail, { 'if-none-match': '*' });
    expect(shown.control).toBe('no-store');
    deafFor(1_000);
    const again = await read(fail);
    expect(again.text).toContain(NOTICE);
    expect(again.text).toContain('kept');
    expect(cache.counts.unchecked).toBe(2);
    deafFor(1_000);
    expect(await read(async () => page(`${SLOT}back`))).toEqual({
      text: `${SLOT}back`,
      control: 'public, max-age=0, must-revalidate',
    });
  },
);

test('while the database is unavailable a page is shown after it expired, and one request per second retries', async () => {
  const { read, deafFor, cache } = setUpDeaf();
  await read(async () => page(`${SLOT}kept`));
  let renders = 0;
  const fail = () => {
    renders++;
    return unavailable();
  };
  deafFor(11 * 60_000);
  for (let n = 0; n < 5; n++) expect((await read(fail)).text).toContain('kept');
  expect(renders).toBe(1);
  deafFor(1_000);
  for (let n = 0; n < 5; n++) expect((await read(fail)).text).toContain(NOTICE);
  expect(renders).toBe(2);
  expect(cache.counts.entries).toBe(1);
});

test('an unresponsive database delays one reader of a cached page by two seconds, and the next not at all', async () => {
  const { read, deafFor } = setUpDeaf();
  await read(async () => page(`${SLOT}kept`));
  deafFor(5_001);
  const hanging = () => new Promise<RenderedPage>(() => {});
  let began = performance.now();
  expect((await read(hanging)).text).toContain(NOTICE);
  const first = performance.now() - began;
  expect(first).toBeGreaterThan(1_900);
  began = performance.now();
  expect((await read(hanging)).text).toContain(NOTICE);
  expect(performance.now() - began).toBeLessThan(first / 2);
});

test('a dropped page is never shown again, even if the database is unavailable', async () => {
  const { read, deafFor, cache } = setUpDeaf();
  await read(async () => page(`${SLOT}kept`, ['products']));
  cache.dropTags(['products']);
  deafFor(5_001);
  await expect(read(unavailable)).rejects.toThrow('no database');
});

test('after a write without a received change no cached page is shown unchecked, not even in the first seconds', async () => {
  const { read, deafFor, cache } = setUpDeaf();
  await read(async () => page('before'));
  deafFor(1_000);
  cache.markAllStale();
  expect((await read(async () => page('after'))).text).toBe('after');
  expect((await read(async () => page('never'))).text).toBe('after');
});

test('an expired page is shown once more if it cannot be rendered, with or without received changes', async () => {
  const { cache, pass } = setUp();
  await cache.serve('/', request(), async () => page(`${SLOT}kept`));
  pass(10 * 60_000);
  expect(await (await cache.serve('/', request(), unavailable)).text()).toContain(NOTICE);
});

test('memory is bounded by bytes, the least recently used page is evicted first', async () => {
  const { cache } = setUp({ maxBytes: 100_000 });
  const filling = (n: number) => async () => page(`${n} `.repeat(200), [`product:${n}`]);
  await cache.serve('/first', request(), filling(0));
  for (let n = 0; n < 2_000; n++) {
    await cache.serve(`/${n}`, request(), filling(n));
    expect(cache.counts.bytes).toBeLessThanOrEqual(100_000);
    if (n % 10 === 0) await cache.serve('/first', request(), filling(0));
  }
  expect(cache.counts.entries).toBeGreaterThan(10);
  expect(cache.counts.hits).toBe(200);
  const before = cache.counts.renders;
  await cache.serve('/0', request(), filling(0));
  expect(cache.counts.renders).toBe(before + 1);
  cache.dropAll();
  expect(cache.counts).toMatchObject({ entries: 0, bytes: 0 });
});

test('a page larger than the whole cache is answered and not cached', async () => {
  const { cache } = setUp({ maxBytes: 3_000 });
  const body = Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 10_007).join(' ');
  expect(await (await cache.serve('/', request(), async () => page(body))).text()).toBe(body);
  expect(cache.counts).toMatchObject({ entries: 0, bytes: 0 });
});

test('a page with a shorter lifetime is rendered again after it, without a dropped tag', async () => {
  const { cache, pass } = setUp();
  let renders = 0;
  const serve = () => cache.serve('/', request(), async () => page(`${++renders}`, [], { lifeMs: 60_000 }));
  await serve();
  pass(59_999);
  expect(await (await serve()).text()).toBe('1');
  pass(1);
  expect(await (await serve()).text()).toBe('2');
});
