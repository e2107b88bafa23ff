import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '#platform/postgres/free-port.ts';
import { runShop } from './shop-process.ts';

let project = '';
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'aso-process-'));
  await mkdir(join(project, 'tools'));
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
});
afterEach(() => rm(project, { recursive: true, force: true }));

/** A fake of the shop: prints its environment and is ready. */
const writeStart = () =>
  writeFile(
    join(project, 'tools/start.ts'),
    `import { createServer } from 'node:http';
     import { endWithNpm } from ${JSON.stringify(join(import.meta.dirname, 'end-with-npm.ts'))};
     endWithNpm();
     console.log(JSON.stringify(process.env));
     createServer((_, response) => response.end()).listen(process.env.PORT);`,
  );
const settings = async () => ({ PORT: String(await freePort()), DATA_DIR: project });

test('a shop of tests has nothing of their environment, and reads no .env', async () => {
  await writeStart();
  vi.stubEnv('DATABASE_URL', 'postgres://the-contributors-own/shop');
  vi.stubEnv('SHOP_NAME', 'Their own');
  await using shop = await runShop(await settings(), project);
  vi.unstubAllEnvs();
  const { ENV_FILE, DATABASE_URL, SHOP_NAME } = JSON.parse(shop.log[0]!);
  expect({ ENV_FILE, DATABASE_URL, SHOP_NAME }).toEqual({ ENV_FILE: '' });
});

test('a shop that does not start is reported with what it printed', async () => {
  await writeFile(join(project, 'tools/start.ts'), `console.error('no such luck'); process.exitCode = 3;`);
  await expect(runShop(await settings(), project)).rejects.toThrow(/exited with 3:\nno such luck/);
});

test.skipIf(process.platform === 'win32')('a shop ends with the process that started it', async () => {
  await writeStart();
  const script = `const { runShop } = await import(${JSON.stringify(join(import.meta.dirname, 'shop-process.ts'))});
    const shop = await runShop(${JSON.stringify(await settings())}, ${JSON.stringify(project)});
    console.log(JSON.stringify(shop));
    setInterval(() => {}, 1_000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, pid } = JSON.parse((await once(parent.stdout, 'data'))[0]);
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  try {
    expect(await answers()).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(answers, { timeout: 20_000 }).toBe(false);
  } finally {
    if (await answers()) process.kill(pid);
  }
});
