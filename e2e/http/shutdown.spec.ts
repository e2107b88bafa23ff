import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/postgres/free-port.ts';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { untilReady } from '../start-shop.ts';
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

/** A live shop with a database of its own, so that the end of both is measured. */
async function startShop() {
  const dataDir = await mkdtemp(join(tmpdir(), 'aso-shutdown-'));
  // The account of the database is not root's.
  await chmod(dataDir, 0o755);
  const port = await freePort();
  const shop = spawn(process.execPath, ['tools/start.ts'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      SHOP_MODE: 'live',
      LOG_LEVEL: 'error',
      ...LIVE_FACTS,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  for (const output of [shop.stdout, shop.stderr]) output.on('data', (chunk) => log.push(String(chunk)));
  const exit = once(shop, 'exit').then(([code]) => ({ code: code as number | null, at: performance.now() }));
  return {
    port,
    log,
    exit,
    terminate: () => shop.kill('SIGTERM'),
    async remove() {
      if (shop.exitCode === null) shop.kill('SIGKILL');
      await exit;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
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
  const shop = await startShop();
  const requests = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const streams = new Agent();
  try {
    await untilReady(`http://127.0.0.1:${shop.port}`);
    const listening = await Promise.all(Array.from({ length: STREAMS }, () => listen(shop.port, streams)));
    const answers: Answer[] = [];
    const clients = Array.from({ length: CONNECTIONS }, () => keepRequesting(shop.port, requests, answers));
    await sleep(2_000);
    const before = answers.length;
    expect(before).toBeGreaterThan(CONNECTIONS);
    expect(new Set(answers.map(({ connection }) => connection))).toEqual(new Set(['keep-alive']));

    shop.terminate();
    await Promise.all(clients);
    const { code, at } = await shop.exit;
    expect(code, shop.log.join('')).toBe(0);
    expect(at - answers.at(-1)!.doneAt, 'ms from the last answer to the end').toBeLessThan(LIMIT_MS);

    // Answers that had begun before the signal still keep their connections, and may be read last; later ones never do.
    const closing = answers.find(({ connection }) => connection === 'close')!.doneAt;
    expect(answers.filter(({ beganAt, connection }) => beganAt > closing && connection !== 'close')).toEqual(
      [],
    );
    expect(answers.findIndex(({ connection }) => connection === 'close')).toBeGreaterThanOrEqual(before);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await Promise.all(listening.map(({ ended }) => ended))).toEqual(Array(STREAMS).fill(true));
  } finally {
    requests.destroy();
    streams.destroy();
    await shop.remove();
  }
});
