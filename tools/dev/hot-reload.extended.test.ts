import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { layoutOf } from '#platform/postgres/data-folder.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { readPostmasterFile } from '#platform/postgres/postmaster.ts';
import { installedChromium } from '../chromium.ts';
import { copyProject } from '../copy-project.ts';

// npm run dev on a copy of the project, with a browser: npx vitest run --project extended tools/dev

/** A busy machine may be slow: times are printed, and only a change that is never shown fails. */
const SHOWN_MS = 30_000;
const START_MS = 240_000;
const ABOUT = 'src/routes/_shop/about.tsx';
const SHOP_ROUTER = 'src/app/server/shop-router.ts';

const root = join(import.meta.dirname, '../..');
const output: string[] = [];
const times: string[] = [];
let project = '';
let shop: ChildProcess;
let url = '';
let browser: Browser;
let page: Page;

beforeAll(async () => {
  project = await mkdtemp(join(await realpath(tmpdir()), 'aso-dev-'));
  // PostgreSQL does not run as root and must be able to enter the folder.
  await chmod(project, 0o755);
  await copyProject(project);
  const cache = '.cache/vite';
  await cp(join(root, cache), join(project, cache), { recursive: true }).catch(() => {});
  const port = await freePort();
  url = `http://localhost:${port}`;
  shop = spawn(process.execPath, ['tools/dev.ts'], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), SHOP_MODE: 'demo' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [shop.stdout, shop.stderr]) stream?.on('data', (chunk) => output.push(String(chunk)));
  await measured('start with an empty database', () => untilPrinted('is open'));
  browser = await chromium.launch({
    executablePath: installedChromium().path,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  page = await browser.newPage();
  await measured('first page', async () => {
    await page.goto(`${url}/about`, { timeout: START_MS });
    await untilReady();
  });
}, START_MS);

// A failed test leaves its edit.
beforeEach(async () => {
  await restoreAll();
  await untilReady();
}, START_MS);

afterAll(async () => {
  console.log(times.join('\n'));
  await browser?.close();
  if (shop?.exitCode === null) {
    shop.kill('SIGTERM');
    await once(shop, 'exit');
  }
  await rm(project, { recursive: true, force: true });
}, START_MS);

async function measured(what: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  times.push(`${what}: ${((performance.now() - started) / 1000).toFixed(2)} s`);
}

async function untilPrinted(text: string): Promise<void> {
  while (!output.join('').includes(text)) {
    if (shop.exitCode !== null) throw new Error(`The shop exited:\n${output.join('')}`);
    await sleep(20);
  }
}

const untilReady = () => page.waitForSelector('html[data-ready=true]', { timeout: START_MS });

const edited = new Map<string, string>();

/** Replaces text in a file of the copy; returns the function that restores it. */
async function edit(path: string, from: string, to: string): Promise<() => Promise<void>> {
  const file = join(project, path);
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  edited.set(file, text);
  await writeFile(file, text.replace(from, to));
  return restoreAll;
}

async function restoreAll(): Promise<void> {
  for (const [file, text] of edited) await writeFile(file, text);
  edited.clear();
}

const shown = (locator: Locator) => locator.first().waitFor({ timeout: SHOWN_MS, state: 'attached' });
const overlay = () => page.locator('vite-error-overlay');
const heading = (name: string) => page.getByRole('heading', { name });
const documentOf = async (path: string) =>
  (await fetch(url + path, { headers: { accept: 'text/html' } })).text();

test(
  'an edited component is shown in the same document, and in the next one',
  async () => {
    await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
    const restore = await edit(ABOUT, '{aboutCopy.storyTitle}', 'An edited story');
    await measured('browser code', () => shown(heading('An edited story')));
    expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true);
    expect(await documentOf('/about')).toContain('An edited story');
    await restore();
    await shown(heading('Our story'));
  },
  START_MS,
);

test(
  'edited server code is shown without a restart of the command or of the database',
  async () => {
    const postmaster = () => readPostmasterFile(layoutOf(join(project, 'data')))?.pid;
    const before = postmaster();
    expect(before).toBeGreaterThan(0);
    const restore = await edit(SHOP_ROUTER, 'name: config.SHOP_NAME,', "name: 'Edited House',");
    await measured('server code', () => shown(heading('Edited House')));
    await restore();
    await measured('server code, restored', () => shown(heading('Aso House')));
    expect(postmaster()).toBe(before);
  },
  START_MS,
);

test(
  'a syntax error of browser code is shown over the page until it is corrected',
  async () => {
    const restore = await edit(ABOUT, 'function About()', 'functio About()');
    await measured('error of browser code', () => shown(overlay()));
    await restore();
    await overlay().waitFor({ state: 'detached', timeout: SHOWN_MS });
    await shown(heading('Aso House'));
  },
  START_MS,
);

test.each([
  ['a syntax error', 'export function shopRouter', 'export functio shopRouter', 'shop-router.ts'],
  ['a missing export', 'import { gated }', 'import { gatedd as gated }', 'gatedd'],
])(
  '%s of server code is shown by page and terminal until it is corrected',
  async (_, from, to, named) => {
    const restore = await edit(SHOP_ROUTER, from, to);
    await measured('error of server code', () => shown(overlay()));
    const text = await documentOf('/about');
    expect(text).toContain('The code could not be loaded');
    expect(text).toContain(named);
    await untilPrinted(named);
    await page.reload();
    await shown(page.getByText('The next save loads it again.'));
    await restore();
    await measured('corrected server code', () => shown(heading('Aso House')));
  },
  START_MS,
);

test(
  'with METRICS_PORT too, the shop is served again after code that could not start it',
  async () => {
    const file = join(project, '.env');
    const port = await freePort();
    await writeFile(file, `METRICS_PORT=${port}\n`);
    await expect.poll(() => fetch(`http://127.0.0.1:${port}/metrics`).then(({ ok }) => ok)).toBe(true);
    const head = 'export function shopRouter(deps: ShopDeps) {';
    const restore = await edit(SHOP_ROUTER, head, `${head} throw new Error('No router');`);
    await untilPrinted('No router');
    const pages = expect.poll(() => documentOf('/about'), { timeout: SHOWN_MS });
    await pages.toContain('The code could not be loaded');
    await restore();
    await pages.toContain('Our story');
    await rm(file);
  },
  START_MS,
);

test('only the source can be requested', async () => {
  for (const path of ['/package.json', '/data/auth-secret', '/.env', `/@fs${project}/data/auth-secret`]) {
    expect((await fetch(url + path)).status, path).toBeGreaterThanOrEqual(400);
  }
});

test(
  'Ctrl+C ends the command and its database',
  async () => {
    const exited = once(shop, 'exit');
    shop.kill('SIGINT');
    await measured('Ctrl+C', async () => expect((await exited)[0]).toBe(0));
    expect(readPostmasterFile(layoutOf(join(project, 'data')))).toBeUndefined();
  },
  START_MS,
);
