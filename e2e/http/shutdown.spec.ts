import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/postgres/free-port.ts';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { runShop } from '../../tools/shop-process.ts';
import { expect, test } from './shop.ts';

const CONNECTIONS = 40;
const STREAMS = 20;
/** From the last answer to the end of the process, its database included. 0.6 s on a machine of two busy cores. */
const LIMIT_MS = 7_500;

interface Answer {
  beganAt: number;
  doneAt: number;
  status: number;
  connection: string | undefined;
}

function open(port: number, path: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent }, resolve).on('error', reject).end();
  });
}

/** Asks again and again over one connection, until it is refused; no answer comes from memory, so each takes a while. */
async function keepRequesting(port: number, agent: Agent, answers: Answer[]): Promise<void> {
  for (;;) {
    try {
      const beganAt = performance.now();
      const response = await open(port, `/api/v1/products?search=adire%20${randomUUID().slice(0, 8)}`, agent);
      for await (const _ of response);
      const { statusCode: status = 0, headers } = response;
      answers.push({ beganAt, doneAt: performance.now(), status, connection: headers.connection });
    } catch {
      return;
    }
  }
}

/** A live stream; the promise inside answers whether it ended in order. */
async function listen(port: number, agent: Agent): Promise<{ ended: Promise<boolean> }> {
  const response = await open(port, '/api/events?topics=catalog', agent);
  expect(response.statusCode).toBe(200);
  const ended = new Promise<boolean>((resolve) => {
    response.on('end', () => resolve(true)).on('error', () => resolve(false));
  });
  response.resume();
  return { ended };
}

test('SIGTERM under load ends the process soon after its last answer', async () => {
  test.setTimeout(120_000);
  await using cleanups = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'aso-shutdown-'));
  cleanups.defer(() => rm(dataDir, { recursive: true, force: true }));
  // The account of the database is not root's.
  await chmod(dataDir, 0o755);
  const port = await freePort();
  // A live shop with a database of its own, so that the end of both is measured.
  const shop = cleanups.use(
    await runShop({
      ...LIVE_FACTS,
      PORT: String(port),
      DATA_DIR: dataDir,
      SHOP_MODE: 'live',
      LOG_LEVEL: 'error',
    }),
  );
  const requests = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  cleanups.defer(() => requests.destroy());
  const streams = new Agent();
  cleanups.defer(() => streams.destroy());
  const listening = await Promise.all(Array.from({ length: STREAMS }, () => listen(port, streams)));
  const answers: Answer[] = [];
  const clients = Array.from({ length: CONNECTIONS }, () => keepRequesting(port, requests, answers));
  await sleep(2_000);
  const before = answers.length;
  expect(before).toBeGreaterThan(CONNECTIONS);
  expect(new Set(answers.map(({ connection }) => connection))).toEqual(new Set(['keep-alive']));

  await Promise.all([shop.end(), ...clients]);
  const endedAt = performance.now();
  expect(await shop.exited, shop.log.join('\n')).toBe(0);
  expect(endedAt - answers.at(-1)!.doneAt, 'ms from the last answer to the end').toBeLessThan(LIMIT_MS);

  // Answers that had begun before the signal still keep their connections, and may be read last; later ones never do.
  const closing = answers.find(({ connection }) => connection === 'close')!.doneAt;
  expect(answers.filter(({ beganAt, connection }) => beganAt > closing && connection !== 'close')).toEqual(
    [],
  );
  expect(answers.findIndex(({ connection }) => connection === 'close')).toBeGreaterThanOrEqual(before);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await Promise.all(listening.map(({ ended }) => ended))).toEqual(Array(STREAMS).fill(true));
});
