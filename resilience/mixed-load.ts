import { setTimeout as sleep } from 'node:timers/promises';
import { note, type Row, row } from '../bench/table.ts';
import { type Fixture, repeatDuring } from './fixture.ts';
import { memoryOf } from './process-memory.ts';
import { post, postOrder, resetLimits } from './shoppers.ts';

const LISTENERS = 200;
const WORDS = ['agbada', 'lace', 'ankara', 'cap', 'kaftan', 'silk', 'gele', 'shoe'];

/** Shorter runs are not judged by memory: the process is still warming up. */
const MEMORY_FROM_SECONDS = 300;

/** Users browse, search, order, change prices and listen, all at once. */
export async function mixedLoad(fixture: Fixture): Promise<Row[]> {
  const { shop, size } = fixture;
  const tally = { answers: 0, received: 0, orders: 0, edits: 0, broken: new Map<string, number>() };
  const over = new AbortController();
  /** Counts a response and returns its body; any status but 200 counts as broken. */
  async function answered(what: string, pending: Promise<Response | null>): Promise<string> {
    const answer = await pending.catch(() => null);
    const body = await answer?.text().catch(() => null);
    tally.answers++;
    if (answer?.status === 200 && typeof body === 'string') return body;
    const fault = `${what} was ${answer ? `answered ${answer.status}` : 'not answered'}`;
    tally.broken.set(fault, (tally.broken.get(fault) ?? 0) + 1);
    return '';
  }
  const get = (path: string, headers: Record<string, string> = {}) =>
    answered(
      path.replace(/[0-9a-f-]{36}/, ':id'),
      fetch(shop.url + path, { headers, signal: AbortSignal.timeout(20_000) }),
    );
  /** Repeats `work` until the load ends. */
  async function going(pauseMs: number, work: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; !over.signal.aborted; n++) {
      await work(n);
      await sleep(pauseMs, undefined, { signal: over.signal }).catch(() => {});
    }
  }

  const { items } = JSON.parse(await get('/api/v1/products?pageSize=100')) as { items: { id: string }[] };
  const pages = ['/', '/products', '/products?page=2', '/about', ...items.map(({ id }) => `/products/${id}`)];
  const browse = (n: number) => get(pages[n % pages.length]!);
  const search = (n: number) => get(`/products?search=${WORDS[n % WORDS.length]}`);
  const order = async (n: number) => {
    const cookie = fixture.shoppers[n % fixture.shoppers.length]!;
    if (await answered('an order', postOrder(shop, { cookie, lines: fixture.lines }))) tally.orders++;
  };
  // Not an ordered product: the shoppers send its shown price.
  const edited = items.findLast(({ id }) => fixture.lines.every(({ productId }) => productId !== id))!;
  const edit = async (n: number) => {
    const read = await get(`/api/v1/admin/products/${edited.id}`, { cookie: fixture.admin });
    if (!read) return;
    const { name, description, featured, version, category } = JSON.parse(read);
    const body = {
      name,
      description,
      featured,
      version,
      category: { id: category.id },
      price: 7_000 + (n % 100),
    };
    const saving = post(shop, `/api/v1/products/${edited.id}`, {
      method: 'PUT',
      cookie: fixture.admin,
      body,
    });
    if (await answered('a saved price', saving)) tally.edits++;
  };

  const opened = Array.from({ length: LISTENERS }, () => Promise.withResolvers<void>());
  const left = new AbortController();
  const listeners = opened.map(({ resolve }, n) =>
    listen(shop.url, n, left.signal, (event) => (event === 'opened' ? resolve() : tally.received++)),
  );
  await Promise.race([Promise.all(opened.map(({ promise }) => promise)), sleep(30_000)]);
  const memory: number[] = [];
  await repeatDuring(
    Promise.all([
      ...[0, 1, 2].map((reader) => going(50, (n) => browse(n * 3 + reader))),
      going(200, search),
      going(500, order),
      going(1_000, edit),
      going(1_000, async () => memory.push(memoryOf(shop.pid()))),
      sleep(size.loadSeconds * 1000).then(() => over.abort()),
    ]),
    1_000,
    () => resetLimits(shop.databaseUrl()),
  );
  // The last change is delivered within a second.
  await sleep(1_000);
  left.abort();
  const lost = (await Promise.all(listeners)).filter((stayed) => !stayed).length;
  const broken = [...tally.broken].map(([fault, times]) => `${times} × ${fault}`);
  if (lost) broken.push(`${lost} listeners lost their stream`);
  if (tally.received < tally.edits * LISTENERS * 0.9)
    broken.push(`${tally.edits} changes, received ${tally.received} times by ${LISTENERS} listeners`);
  return [
    row(
      `${size.loadSeconds} s of mixed load, ${LISTENERS} listeners`,
      `${tally.answers} responses, including ${tally.orders} orders and ${tally.edits} price changes`,
      'no 5xx, none missing',
      broken.length === 0 && tally.orders > 0 && tally.edits > 0,
      broken,
    ),
    memoryRow(memory, size.loadSeconds),
  ];
}

/** Opens an event stream with its own IP address, as behind a proxy; returns whether it stayed open until the end. */
async function listen(
  url: string,
  n: number,
  left: AbortSignal,
  received: (event: 'opened' | 'change') => void,
): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/events?topics=catalog`, {
      headers: { 'x-forwarded-for': `10.0.0.${n}` },
      signal: left,
    });
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      if (text.includes('event: opened')) received('opened');
      if (text.includes('event: change')) received('change');
    }
    return false;
  } catch {
    return left.aborted;
  }
}

function memoryRow(bytes: number[], seconds: number): Row {
  const quarter = (n: number) => {
    const part = bytes.slice((bytes.length * (n - 1)) / 4, (bytes.length * n) / 4);
    return part.reduce((sum, one) => sum + one, 0) / part.length / 1024 / 1024;
  };
  const what = '  memory of the process';
  const measured = `${quarter(2).toFixed(0)} MB in the second quarter, ${quarter(4).toFixed(0)} MB in the last`;
  if (seconds < MEMORY_FROM_SECONDS) return note(what, measured);
  return row(what, measured, 'last ≤ 1.1 × second', quarter(4) <= 1.1 * quarter(2));
}
