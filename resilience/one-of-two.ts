import { setTimeout as sleep } from 'node:timers/promises';
import { createStreamKeeper } from '#shared/live/stream-keeper.ts';
import { type Row, row } from '../bench/table.ts';
import { type Fixture, repeatDuring } from './fixture.ts';
import { withDatabase } from './shoppers.ts';

const PATHS = ['/', '/products', '/api/v1/products'];
const READERS = 4;
const READ_PAUSE_MS = 20;
/** The proxy uses the least-connected process for a stream: both get some. */
const LISTENERS = 6;

/** Kills one of the two processes behind the proxy at `url` while users read and listen there. */
export async function killedOneOfTwo({ shop, second, size }: Fixture, url: string): Promise<Row[]> {
  const times = Math.max(1, Math.round(size.kills / 4));
  const reconnectTimes: number[] = [];
  const failures: string[] = [];
  const over = new AbortController();
  const reading = Array.from({ length: READERS }, (_, reader) => readOn(url, reader, over.signal));

  async function killOnce() {
    let killedAt = 0;
    const listeners = Array.from({ length: LISTENERS }, () =>
      listen(url, () => reconnectTimes.push(performance.now() - killedAt)),
    );
    try {
      await Promise.all(listeners.map(({ opened }) => opened));
      await sleep(500);
      killedAt = performance.now();
      second.kill();
      await sleep(50);
      await second.ready();
      // Until the proxy has noticed as well, and lost streams are reconnected.
      await sleep(2_500);
      const alive = listeners.filter(({ idleMs }) => idleMs() < size.returnsWithin * 1_000);
      if (alive.length < LISTENERS)
        failures.push(`${LISTENERS - alive.length} listeners received nothing more`);
    } finally {
      for (const { close } of listeners) close();
    }
  }
  async function killRepeatedly() {
    for (let n = 0; n < times; n++) await killOnce();
  }
  const touch = () => withDatabase(shop.databaseUrl(), (db) => db.query(ONE_CHANGE));
  await repeatDuring(killRepeatedly(), 200, touch).finally(() => over.abort());

  const reads = await Promise.all(reading);
  const sum = (key: 'reads' | 'repeated') => reads.reduce((all, one) => all + one[key], 0);
  const failed = [...new Set(reads.flatMap(({ broken }) => broken))];
  const worst = Math.max(0, ...reconnectTimes) / 1000;
  return [
    row(
      `one of two processes killed ${times} times behind the proxy`,
      `${sum('reads')} reads, ${sum('repeated')} of them repeated`,
      'no read fails twice',
      failed.length === 0,
      failed,
    ),
    row(
      '  live updates of the listeners',
      `${reconnectTimes.length} streams lost, next change received ${worst.toFixed(1)} s after the kill at most`,
      `≤ ${size.returnsWithin} s${size.limitNote}`,
      reconnectTimes.length >= times && failures.length === 0 && worst <= size.returnsWithin,
      failures,
    ),
  ];
}

/** A change that every listener to the catalog is notified of. */
const ONE_CHANGE = 'update products set price = price where id = (select min(id::text)::uuid from products)';

/** Reads until `over` is aborted; retries a failed read once. */
async function readOn(url: string, from: number, over: AbortSignal) {
  const read = (path: string) =>
    fetch(url + path, { signal: AbortSignal.timeout(10_000) })
      .then(async (answer) => {
        await answer.text();
        return answer.status;
      })
      .catch(() => 0);
  const result = { reads: 0, repeated: 0, broken: [] as string[] };
  for (let n = from; !over.aborted; n++) {
    const path = PATHS[n % PATHS.length]!;
    await sleep(READ_PAUSE_MS);
    result.reads++;
    if ((await read(path)) === 200) continue;
    result.repeated++;
    const status = await read(path);
    if (status !== 200) result.broken.push(`${path} failed twice, then with ${status || 'no response'}`);
  }
  return result;
}

/** Listens as the shop's pages do; calls `onReconnect` at the first change after a lost stream. */
function listen(url: string, onReconnect: () => void) {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  let wasLost = false;
  let receivedAt = performance.now();
  const stream = createStreamKeeper(`${url}/api/events`, (news) => {
    if (news.kind === 'opened') {
      wasLost = news.lost;
      resolve();
    }
    if (news.kind !== 'change') return;
    receivedAt = performance.now();
    if (wasLost) onReconnect();
    wasLost = false;
  });
  stream.want(['catalog'], '');
  return {
    opened,
    /** Milliseconds since the last change was received. */
    idleMs: () => performance.now() - receivedAt,
    close: stream.close,
  };
}
