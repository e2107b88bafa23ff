import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Row, row } from '../bench/table.ts';
import { type Fixture, underLoad } from './fixture.ts';
import { PATIENCE_MS, type Sent } from './shoppers.ts';

/** Kills the shop process several times while orders are sent. */
export async function killedShop(fixture: Fixture): Promise<Row[]> {
  const { shop, size } = fixture;
  const readies: number[] = [];
  const { sent, broken } = await underLoad(fixture, async (sent) => {
    for (let n = 1; n <= size.kills; n++) {
      // Spread evenly, with other orders in flight.
      await untilAcknowledged(sent, (size.orders * n) / (size.kills + 1));
      shop.kill();
      // Its port is free once it is dead; any later response comes from the next process.
      await sleep(50);
      readies.push(50 + (await shop.ready()));
    }
  });
  const worst = Math.max(...readies) / 1000;
  return [
    row(
      `the shop killed ${size.kills} times during ${size.orders} orders`,
      `${sent.acknowledged.size} acknowledged, each stored once and complete`,
      'every order once, none incomplete',
      broken.length === 0,
      [...broken, answersOf(sent)],
    ),
    row(
      '  ready after a kill',
      `${worst.toFixed(1)} s at most`,
      `≤ ${size.returnsWithin} s${size.limitNote}`,
      worst <= size.returnsWithin,
    ),
  ];
}

/** Kills the embedded PostgreSQL while orders are sent; it must recover without a restart of the shop. */
export async function killedDatabase(fixture: Fixture): Promise<Row[]> {
  const { shop, size } = fixture;
  const before = shop.pid();
  const times = Math.max(1, Math.round(size.kills / 4));
  const { sent, broken } = await underLoad(fixture, async () => {
    for (let n = 0; n < times; n++) {
      await sleep(500);
      process.kill(await postmasterOf(shop.dataDir), 'SIGKILL');
      await sleep(2_000);
      await shop.ready();
    }
  });
  if (shop.pid() !== before) broken.push('the shop had to be restarted');
  if (sent.withoutRetryAfter) broken.push(`${sent.withoutRetryAfter} responses of 503 without Retry-After`);
  for (const status of sent.answers.keys())
    if (status >= 500 && status !== 503) broken.push(`answered ${status}`);
  return [
    row(
      `PostgreSQL killed ${times} times during ${size.orders} orders`,
      answersOf(sent),
      'every order once; 503 with Retry-After; no restart of the shop',
      broken.length === 0,
      broken,
    ),
  ];
}

/** Waits for this many acknowledged orders, at most PATIENCE_MS. */
async function untilAcknowledged({ acknowledged }: Sent, many: number): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; acknowledged.size < many && Date.now() < until; )
    await sleep(5);
}

const answersOf = ({ answers }: Sent) =>
  [...answers]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${times} × ${status || 'no answer'}`)
    .join(', ');

/** The process of the embedded database. */
export const postmasterOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
