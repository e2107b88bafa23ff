import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embeddedPostgres } from '#platform/postgres/binaries.ts';
import { layoutOf } from '#platform/postgres/data-folder.ts';
import { databaseUser } from '#platform/postgres/database-user.ts';
import { outdatedNotice } from '#platform/postgres/known-releases.ts';
import { readPostmasterFile } from '#platform/postgres/postmaster.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-main-'));
  await chmod(dir, 0o711);
  // A live shop with its placeholder is seeded.
  await mkdir(join(dir, 'data', 'uploads'), { recursive: true });
  await chmod(join(dir, 'data'), 0o711);
  await writeFile(join(dir, 'data', 'uploads', 'placeholder.jpg'), '');
  await mkdir(join(dir, 'server'));
  await writeFile(join(dir, 'server', 'package.json'), '{"type":"module"}');
  await writeFile(join(dir, 'service-worker.js'), '');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Starts the shop with a server whose `boot` is this; the exit includes the database. */
async function startWith(boot: string, env: NodeJS.ProcessEnv = {}) {
  await writeFile(join(dir, 'server', 'server.js'), `export const boot = ${boot}`);
  const script = `
    import { builtServer } from '#app/cli/built-server.ts';
    import { main } from '#app/cli/start.ts';
    await main(builtServer(${JSON.stringify(dir)}));`;
  const shop = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      ...TEST_ENVIRONMENT,
      DATA_DIR: join(dir, 'data'),
      SHOP_MODE: 'live',
      PORT: '0',
      ...LIVE_FACTS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  shop.stdout.on('data', (chunk) => output.push(String(chunk)));
  shop.stderr.on('data', (chunk) => output.push(String(chunk)));
  const exit = once(shop, 'close').then(([code]) => code as number | null);
  return { shop, exit, output };
}

const databaseIsUp = () => readPostmasterFile(layoutOf(join(dir, 'data'))) !== undefined;

test('a failed start leaves no database running', { timeout: 90_000 }, async () => {
  const { exit, output } = await startWith(`async () => { throw new Error('no such luck'); }`);
  expect(await exit).toBe(1);
  expect(output.join('')).toContain('no such luck');
  expect(databaseIsUp()).toBe(false);
});

test('SIGTERM during the start shuts down cleanly, and the signal repeated by npm changes nothing', {
  timeout: 90_000,
}, async () => {
  const { shop, exit } = await startWith(`() => { console.log('booting'); return new Promise(() => {}); }`);
  await once(shop.stdout, 'data');
  expect(databaseIsUp()).toBe(true);
  shop.kill('SIGINT');
  setTimeout(() => shop.kill('SIGTERM'), 50);
  expect(await exit).toBe(0);
  expect(databaseIsUp()).toBe(false);
});

test('a live shop writes only JSON lines, up to the exception that ends it', {
  timeout: 90_000,
}, async () => {
  await mkdir(join(dir, 'client'));
  const { exit, output } = await startWith(`async () => ({
    fetch: () => new Response(),
    drain() {},
    async close() {},
    async started() {
      console.error('Error in a library:', new Error('of its own'), { of: 'interest' });
      process.emitWarning('Mind the gap');
      setTimeout(() => { throw new Error('nobody caught this'); }, 100);
    },
  })`);
  expect(await exit).toBe(1);
  const lines = output
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string; err?: { message: string } });
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ level: 30, msg: expect.stringContaining(' is open: ') }),
      expect.objectContaining({ level: 40, msg: expect.stringContaining('SMTP_URL is not set') }),
      expect.objectContaining({
        level: 50,
        msg: expect.stringMatching(/^Error in a library: { of: 'interest' }$/),
        err: expect.objectContaining({ message: 'of its own' }),
      }),
      expect.objectContaining({ level: 40, err: expect.objectContaining({ message: 'Mind the gap' }) }),
      expect.objectContaining({ level: 60, err: expect.objectContaining({ message: 'nobody caught this' }) }),
    ]),
  );
  // The notice of an outdated built-in server is in the log too.
  const { bin } = await embeddedPostgres(databaseUser(), () => {});
  const built = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /(\d+)\.(\d+)/.exec(built)!;
  const notice = outdatedNotice(Number(major) * 10_000 + Number(minor));
  expect(lines.filter(({ msg }) => notice && msg.includes(notice)).map(({ level }) => level)).toEqual(
    notice ? [40] : [],
  );
});

test('without SHOP_MODE every line is JSON when stdout is not a terminal', {
  timeout: 90_000,
}, async () => {
  const { shop, exit, output } = await startWith(
    `() => { console.log('booting'); return new Promise(() => {}); }`,
    { SHOP_MODE: undefined, DATA_DIR: undefined, DATABASE_URL: 'postgres://aso@127.0.0.1:9/aso' },
  );
  await exit;
  void shop;
  const lines = output.join('').trim().split('\n');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(JSON.parse(line), line).toHaveProperty('level');
});
