import { setTimeout as sleep } from 'node:timers/promises';
import type { TcpProxy } from '#platform/test-tcp-proxy.ts';
import { type Row, row } from '../bench/table.ts';
import type { Fixture } from './fixture.ts';
import { memoryOf } from './process-memory.ts';
import { postOrder } from './shoppers.ts';

const PAGES = ['/', '/products', '/about'];

/** Cuts the second process's connection to the database: cached pages stay readable, writes get a clear error. */
export async function databaseUnavailable(
  { second, shoppers, lines, size }: Fixture,
  proxy: TcpProxy,
): Promise<Row[]> {
  const seconds = size.unavailableSeconds;
  const broken = new Set<string>();
  let reads = 0;
  let refused = 0;
  for (const path of PAGES) await fetch(second.url + path).then((answer) => answer.text());
  const before = memoryOf(second.pid());
  const until = Date.now() + seconds * 1000;
  proxy.cut();

  const reading = async () => {
    while (Date.now() < until) {
      for (const path of PAGES) {
        const answer = await fetch(second.url + path, { signal: AbortSignal.timeout(10_000) }).catch(
          () => null,
        );
        if (answer?.status === 200) reads++;
        else broken.add(`${path} was ${answer ? `answered ${answer.status}` : 'not answered'}`);
        await answer?.text();
      }
      await sleep(200);
    }
  };
  const writing = async () => {
    while (Date.now() < until) {
      const answer = await postOrder(second, { cookie: shoppers[0]!, lines });
      if (answer?.status === 503 && answer.headers.has('retry-after')) refused++;
      else broken.add(`an order was ${answer ? `answered ${answer.status}` : 'not answered'}`);
      await answer?.text();
      await sleep(500);
    }
  };
  try {
    await Promise.all([reading(), writing()]);
  } finally {
    proxy.open();
  }
  await second.ready(30_000);
  const growth = memoryOf(second.pid()) / before;
  return [
    row(
      `the database unavailable for ${seconds} s`,
      `${reads} pages read, ${refused} orders refused with Retry-After`,
      'cached pages readable, writes refused with a clear error',
      broken.size === 0 && reads > 0 && refused > 0,
      [...broken],
    ),
    row('  memory afterwards', `× ${growth.toFixed(2)}`, '≤ 1.25', growth <= 1.25),
  ];
}
