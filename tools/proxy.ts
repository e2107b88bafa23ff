import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/postgres/free-port.ts';

/** Where two processes of the shop and their proxy are, before any of them runs: the shop has to know its address. */
export interface Places {
  /** What shoppers ask: the PUBLIC_URL of both processes. */
  url: string;
  /** The PORT of each process. */
  ports: [number, number];
}

export async function freePlaces(): Promise<Places> {
  const [front, one, two] = await Promise.all([freePort(), freePort(), freePort()]);
  return { url: `http://localhost:${front}`, ports: [one!, two!] };
}

/**
 * Runs Caddy with the deploy/Caddyfile that is shipped, without a certificate, before two processes of this machine,
 * which need not be there yet. Answers how to end it; throws when it does not answer within ten seconds.
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
      // Where it takes orders; its own place would be the same for every Caddy of the machine.
      CADDY_ADMIN: `unix/${join(dir, 'admin')}`,
      SHOP_HOST: url,
      SHOP_1: `127.0.0.1:${one}`,
      SHOP_2: `127.0.0.1:${two}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  proxy.stderr.on('data', (part: Buffer) => {
    // It says when a process does not answer, which is what it is here for.
    if (said.length < 4_000) said += part.toString();
  });
  const gone = new Promise((resolve) => proxy.once('close', resolve));
  const end = async () => {
    proxy.kill('SIGKILL');
    await gone;
    await rm(dir, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100 && proxy.exitCode === null; tries++) {
    if (await listens(Number(new URL(url).port))) return end;
    await sleep(100);
  }
  await end();
  throw new Error(`Caddy did not answer on ${url}:\n${said}`);
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
