import { setTimeout as sleep } from 'node:timers/promises';
import type { ResilienceShop } from './shop.ts';
import {
  brokenPromises,
  forgetLimits,
  linesOf,
  nothingSent,
  type Sent,
  sendOrders,
  signInShoppers,
  withDatabase,
} from './shoppers.ts';

/** How much is done, and what is asked of times. */
export interface Size {
  /** How often something is killed, and among how many orders. */
  kills: number;
  orders: number;
  /** How long the way to the database is cut, seconds. */
  unavailableSeconds: number;
  /** Mixed load, seconds. */
  loadSeconds: number;
  /** Within how many seconds everything has to be there again. */
  returnsWithin: number;
  /** Beside that limit in the table. */
  limitNote: string;
}

/** What faults are tried on: a shop and a second process over its database, and people who are signed in to both. */
export interface Fixture {
  /** With the database built in. */
  shop: ResilienceShop;
  second: ResilienceShop;
  /** Cookies of those who order, and of one who works in the back office. */
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
  const people = await signInShoppers(shop, 11);
  const [admin, ...shoppers] = people;
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

/** Work that goes on for as long as `during` takes, again and again after `pauseMs`. */
export async function besides<T>(
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
  // What ends it early is told at the end, where it is waited for.
  going.catch(() => {});
  try {
    return await during;
  } finally {
    isOver = true;
    await going;
  }
}

/** Sends the fixture's orders while `disturb` goes on and looks at them; what was promised and not kept is in `broken`. */
export async function underLoad(
  { shop, shoppers, lines, size: { orders } }: Fixture,
  disturb: (sent: Sent) => Promise<void>,
): Promise<{ sent: Sent; broken: string[] }> {
  const databaseUrl = shop.databaseUrl();
  const sent = nothingSent();
  await besides(
    Promise.all([sendOrders(shop, { cookies: shoppers, lines, count: orders, sent }), disturb(sent)]),
    200,
    () => forgetLimits(databaseUrl),
  );
  await shop.ready();
  const broken = await brokenPromises(databaseUrl, sent, lines.length);
  if (sent.givenUp) broken.push(`${sent.givenUp} shoppers gave up`);
  if (sent.acknowledged.size !== orders) broken.push(`${sent.acknowledged.size} of ${orders} acknowledged`);
  return { sent, broken };
}
