import { setTimeout as sleep } from 'node:timers/promises';
import type { ResilienceShop } from './shop.ts';
import {
  emptySent,
  findViolations,
  linesOf,
  resetLimits,
  type Sent,
  sendOrders,
  signInShoppers,
  withDatabase,
} from './shoppers.ts';

/** Amounts and time limits of a run. */
export interface Size {
  /** Number of kills, and of orders sent during them. */
  kills: number;
  orders: number;
  /** Duration of a database outage, in seconds. */
  unavailableSeconds: number;
  /** Duration of the mixed load, in seconds. */
  loadSeconds: number;
  /** How often the disk is lost, and after at least and at most how many seconds of orders each time. */
  losses: number;
  lossSeconds: readonly [number, number];
  /** Time limit for recovery, in seconds. */
  returnsWithin: number;
  /** Shown after that limit in the table. */
  limitNote: string;
}

/** The system under test: a shop, a second process over its database, and users who are signed in to both. */
export interface Fixture {
  /** With the embedded database. */
  shop: ResilienceShop;
  second: ResilienceShop;
  /** Cookies of the customers who order, and of an admin. */
  shoppers: string[];
  admin: string;
  lines: Awaited<ReturnType<typeof linesOf>>;
  size: Size;
}

export async function createFixture(
  shop: ResilienceShop,
  second: ResilienceShop,
  size: Size,
): Promise<Fixture> {
  const users = await signInShoppers(shop, 11);
  const [admin, ...shoppers] = users;
  await withDatabase(shop.databaseUrl(), (db) =>
    db.query(`update profiles set role = 'admin' where email = $1`, [admin!.email]),
  );
  return {
    shop,
    second,
    shoppers: shoppers.map(({ cookie }) => cookie),
    admin: admin!.cookie,
    lines: await linesOf(shop.url),
    size,
  };
}

/** Repeats `work` every `pauseMs` until `during` settles. */
export async function repeatDuring<T>(
  during: Promise<T>,
  pauseMs: number,
  work: () => Promise<unknown>,
): Promise<T> {
  let isOver = false;
  const going = (async () => {
    while (!isOver) {
      await work();
      await sleep(pauseMs);
    }
  })();
  // A rejection is reported where the promise is awaited below.
  going.catch(() => {});
  try {
    return await during;
  } finally {
    isOver = true;
    await going;
  }
}

/** Sends the fixture's orders while `disturb` runs, then checks them; `broken` lists the violations. */
export async function underLoad(
  { shop, shoppers, lines, size: { orders } }: Fixture,
  disturb: (sent: Sent) => Promise<void>,
): Promise<{ sent: Sent; broken: string[] }> {
  const databaseUrl = shop.databaseUrl();
  const sent = emptySent();
  await repeatDuring(
    Promise.all([sendOrders(shop, { cookies: shoppers, lines, count: orders, sent }), disturb(sent)]),
    200,
    () => resetLimits(databaseUrl),
  );
  await shop.ready();
  const broken = await findViolations(databaseUrl, sent, lines.length);
  if (sent.givenUp) broken.push(`${sent.givenUp} shoppers gave up`);
  if (sent.acknowledged.size !== orders) broken.push(`${sent.acknowledged.size} of ${orders} acknowledged`);
  return { sent, broken };
}
