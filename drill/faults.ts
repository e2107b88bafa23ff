import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Row, row } from '../bench/table.ts';
import { type DrilledShop, startShop } from './shop.ts';
import {
  brokenPromises,
  forgetLimits,
  linesOf,
  type Sent,
  sendOrders,
  signInShoppers,
  withDatabase,
} from './shoppers.ts';

/** What a fault is tried on: the shop, and shoppers who are signed in. */
export interface Scene {
  shop: DrilledShop;
  cookies: string[];
  lines: Awaited<ReturnType<typeof linesOf>>;
  /** How often something is killed, and among how many orders. */
  kills: number;
  orders: number;
}

export async function setScene(shop: DrilledShop, size: { kills: number; orders: number }): Promise<Scene> {
  const cookies = await signInShoppers(shop.url, shop.databaseUrl(), 10);
  return { shop, cookies, lines: await linesOf(shop.url), ...size };
}

const answersOf = ({ answers }: Sent) =>
  [...answers]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${times} × ${status || 'no answer'}`)
    .join(', ');

/** Sends the scene's orders while `disturb` goes on; what was promised and not kept is in `broken`. */
async function underLoad({ shop, cookies, lines, orders }: Scene, disturb: () => Promise<void>) {
  const databaseUrl = shop.databaseUrl();
  let isOver = false;
  const forgetting = (async () => {
    while (!isOver) {
      await forgetLimits(databaseUrl);
      await sleep(200);
    }
  })();
  const [sent] = await Promise.all([sendOrders(shop.url, { cookies, lines, count: orders }), disturb()]);
  isOver = true;
  await forgetting;
  await shop.ready();
  const broken = await brokenPromises(databaseUrl, sent, lines.length);
  if (sent.givenUp) broken.push(`${sent.givenUp} shoppers gave up`);
  if (sent.acknowledged.size !== orders) broken.push(`${sent.acknowledged.size} of ${orders} acknowledged`);
  return { sent, broken };
}

/** The process of the shop is killed among orders, again and again. */
export async function killedShop(scene: Scene): Promise<Row[]> {
  const readies: number[] = [];
  const { sent, broken } = await underLoad(scene, async () => {
    for (let n = 0; n < scene.kills; n++) {
      await sleep(300 + (n % 5) * 150);
      scene.shop.kill();
      // Its port is free the moment it is dead; what answers from now on is the next one.
      await sleep(50);
      readies.push(50 + (await scene.shop.ready()));
    }
  });
  const worst = Math.max(...readies) / 1000;
  return [
    row(
      `the shop killed ${scene.kills} times among ${scene.orders} orders`,
      `${sent.acknowledged.size} acknowledged, each there once and whole`,
      'every order once, none half',
      broken.length === 0,
      [...broken, answersOf(sent)],
    ),
    row('  ready after a kill', `${worst.toFixed(1)} s at most`, '≤ 5 s', worst <= 5),
  ];
}

/** The embedded PostgreSQL is killed among orders, and mends itself under the same process of the shop. */
export async function killedDatabase(scene: Scene): Promise<Row[]> {
  const { shop } = scene;
  const before = shop.pid();
  const { sent, broken } = await underLoad(scene, async () => {
    for (let n = 0; n < Math.max(1, Math.round(scene.kills / 4)); n++) {
      await sleep(500);
      process.kill(await postmasterOf(shop.dataDir), 'SIGKILL');
      await sleep(2_000);
      await shop.ready();
    }
  });
  if (shop.pid() !== before) broken.push('the shop had to be started again');
  if (sent.withoutRetryAfter) broken.push(`${sent.withoutRetryAfter} answers of 503 without Retry-After`);
  for (const status of sent.answers.keys())
    if (status >= 500 && status !== 503) broken.push(`answered ${status}`);
  return [
    row(
      `PostgreSQL killed among ${scene.orders} orders`,
      answersOf(sent),
      'every order once; 503 with Retry-After; no restart of the shop',
      broken.length === 0,
      broken,
    ),
  ];
}

/** The way to the database is cut for a while: stored pages stay readable, writes are refused clearly. */
export async function databaseAway({ shop, cookies, lines }: Scene, seconds: number): Promise<Row[]> {
  const way = await openWay(shop.databaseUrl());
  const other = await startShop({ DATABASE_URL: way.url, DATA_DIR: shop.dataDir });
  const broken: string[] = [];
  let reads = 0;
  let refused = 0;
  let growth = 1;
  try {
    const pages = ['/', '/products', '/about'];
    for (const path of pages) await fetch(other.url + path).then((answer) => answer.text());
    const before = memoryOf(other.pid());
    way.cut();
    const until = Date.now() + seconds * 1000;
    const reading = async () => {
      while (Date.now() < until) {
        for (const path of pages) {
          const answer = await fetch(other.url + path, { signal: AbortSignal.timeout(10_000) }).catch(
            () => null,
          );
          if (answer?.status === 200) reads++;
          else broken.push(`${path} was ${answer ? `answered ${answer.status}` : 'not answered'}`);
          await answer?.text();
        }
        await sleep(200);
      }
    };
    const writing = async () => {
      while (Date.now() < until) {
        const answer = await fetch(`${other.url}/api/v1/orders`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: other.url, cookie: cookies[0]! },
          body: JSON.stringify({ idempotencyKey: randomUUID(), lines }),
          signal: AbortSignal.timeout(20_000),
        }).catch(() => null);
        if (answer?.status === 503 && answer.headers.has('retry-after')) refused++;
        else broken.push(`an order was ${answer ? `answered ${answer.status}` : 'not answered within 20 s'}`);
        await sleep(500);
      }
    };
    await Promise.all([reading(), writing()]);
    way.mend();
    await other.ready(10_000);
    growth = memoryOf(other.pid()) / before;
  } finally {
    await other.end();
    way.close();
  }
  return [
    row(
      `the database away for ${seconds} s`,
      `${reads} pages read, ${refused} orders refused with Retry-After`,
      'stored pages readable, writes refused clearly',
      broken.length === 0 && reads > 0 && refused > 0,
      [...new Set(broken)],
    ),
    row('  memory afterwards', `× ${growth.toFixed(2)}`, '≤ 1.25', growth <= 1.25),
  ];
}

/** A way to a database that can be cut, as a network is. */
async function openWay(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    mend: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}

const postmasterOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** Resident bytes of a process. */
const memoryOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;

/** One of two processes is killed under load; a balancer would send a failed read to the other, once. */
export async function killedOneOfTwo({ shop }: Scene, second: DrilledShop, times: number): Promise<Row[]> {
  const urls = [shop.url, second.url];
  let isOver = false;
  let reads = 0;
  let repeated = 0;
  const broken: string[] = [];
  const read = (url: string, path: string) =>
    fetch(url + path, { signal: AbortSignal.timeout(5_000) })
      .then(async (answer) => {
        await answer.text();
        return answer.status;
      })
      .catch(() => 0);
  const reading = Promise.all(
    Array.from({ length: 4 }, async (_, worker) => {
      for (let n = worker; !isOver; n++) {
        const path = ['/', '/products', '/api/v1/products'][n % 3]!;
        let status = await read(urls[n % 2]!, path);
        if (status !== 200) {
          repeated++;
          status = await read(urls[(n + 1) % 2]!, path);
        }
        reads++;
        if (status !== 200) broken.push(`${path} was answered ${status} by both`);
      }
    }),
  );
  const live: number[] = [];
  for (let n = 0; n < times; n++) {
    await sleep(500);
    second.kill();
    await sleep(50);
    live.push(await liveAgain([second.url, shop.url], shop.databaseUrl()));
  }
  isOver = true;
  await reading;
  const worst = Math.max(...live) / 1000;
  return [
    row(
      `one of two processes killed ${times} times`,
      `${reads} reads, ${repeated} of them sent to the other`,
      'no read fails twice',
      broken.length === 0 && repeated > 0,
      [...new Set(broken)],
    ),
    row('  live updates of its listeners', `again after ${worst.toFixed(1)} s at most`, '≤ 5 s', worst <= 5),
  ];
}

/**
 * A listener who lost her stream asks again, and the balancer sends her to the other process when the first is not
 * there; the ms until she hears of a change.
 */
async function liveAgain(urls: string[], databaseUrl: string): Promise<number> {
  const began = performance.now();
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${urls[tries % urls.length]}/api/events?topics=catalog`, {
      signal: AbortSignal.timeout(20_000),
    }).catch(() => null);
    if (answer?.status !== 200) {
      if (performance.now() - began > 30_000) throw new Error('No stream of events within 30 s');
      await sleep(250);
      continue;
    }
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    while (!heard.includes('event: change')) {
      if (heard.includes('event: opened') && !heard.includes('changed')) {
        heard = 'changed';
        await withDatabase(databaseUrl, (db) =>
          db.query(`update products set price = price where id = (select min(id::text)::uuid from products)`),
        );
      }
      const { value, done } = await reader.read();
      if (done) break;
      heard += value;
    }
    await reader.cancel().catch(() => {});
    if (heard.includes('event: change')) return performance.now() - began;
  }
}

/** Less free disk than the reserve: uploads are refused before their body, orders go on. */
export async function fullDisk(shop: DrilledShop): Promise<Row[]> {
  const databaseUrl = shop.databaseUrl();
  const [cookie] = await signInShoppers(shop.url, databaseUrl, 1);
  await withDatabase(databaseUrl, (db) =>
    db.query(`update profiles set role = 'admin' where email like 'drill-%'`),
  );
  const { items } = (await (await fetch(`${shop.url}/api/v1/products`)).json()) as {
    items: { id: string }[];
  };
  const form = new FormData();
  form.set('file', new Blob([Buffer.alloc(100_000)], { type: 'image/jpeg' }), 'cloth.jpg');
  const upload = await fetch(`${shop.url}/api/v1/products/${items[0]!.id}/images`, {
    method: 'POST',
    headers: { origin: shop.url, cookie: cookie! },
    body: form,
  });
  const said = (await upload.json().catch(() => ({}))) as { code?: string };
  const sent = await sendOrders(shop.url, { cookies: [cookie!], lines: await linesOf(shop.url), count: 3 });
  return [
    row(
      'free disk under the reserve',
      `an upload answered ${upload.status} ${said.code ?? ''}, ${sent.acknowledged.size} of 3 orders taken`,
      'uploads refused, orders go on',
      upload.status >= 500 && upload.status !== 500 && sent.acknowledged.size === 3,
    ),
  ];
}
