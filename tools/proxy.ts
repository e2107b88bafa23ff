import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/postgres/free-port.ts';

/** URLs and ports of two shop processes and their proxy, chosen before they start: the shop must know its URL. */
export interface Places {
  /** The URL that shoppers use: the PUBLIC_URL of both processes. */
  url: string;
  /** The PORT of each process. */
  ports: [number, number];
}

export async function freePlaces(): Promise<Places> {
  const [front, one, two] = await Promise.all([freePort(), freePort(), freePort()]);
  return { url: `http://localhost:${front}`, ports: [one, two] };
}

/**
 * Runs Caddy with the shipped deploy/Caddyfile, without a certificate, before two local processes, which may start
 * later. Returns a function that stops it; throws when it does not answer within ten seconds.
 */
export async function startProxy(
  caddy: string,
  { url, ports: [one, two] }: Places,
): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'aso-caddy-'));
  const proxy = spawn(caddy, ['run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      HOME: dir,
      // The admin endpoint; the default would be the same for every Caddy of the machine.
      CADDY_ADMIN: `unix/${join(dir, 'admin')}`,
      SHOP_HOST: url,
      SHOP_1: `127.0.0.1:${one}`,
      SHOP_2: `127.0.0.1:${two}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  proxy.stderr.on('data', (part: Buffer) => {
    // It logs when a process does not answer, which is expected here.
    if (output.length < 4_000) output += part.toString();
  });
  const exited = new Promise((resolve) => proxy.once('close', resolve));
  const end = async () => {
    proxy.kill('SIGKILL');
    await exited;
    await rm(dir, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100 && proxy.exitCode === null; tries++) {
    if (await listens(Number(new URL(url).port))) return end;
    await sleep(100);
  }
  await end();
  throw new Error(`Caddy did not answer on ${url}:\n${output}`);
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
