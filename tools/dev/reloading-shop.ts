import { setTimeout as sleep } from 'node:timers/promises';
import type { ViteDevServer } from 'vite';
import type { OpenedShop, ServedDatabase } from '#app/cli/open-shop.ts';
import type { Shop } from '#app/server/shop.ts';
import { errorPage, textOfError } from './error-page.ts';
import { createCodeLoader, type Render, type ServerCode } from './load-code.ts';

/** How long a changed file waits for others of the same save, ms. */
const DEBOUNCE_MS = 20;
/** How long requests of a replaced shop may still run, ms. */
const REQUESTS_END_MS = 1_000;

export interface ReloadingShop {
  /** Opens the shop. Its functions always use the newest code that could be loaded. */
  open(): Promise<OpenedShop>;
  /** Loads changed code; requests wait for it. `isForced`: also if no module changed. */
  reload(options: { isForced: boolean }): void;
}

/** Runs the shop from its source in this process, on a database that outlives each version of the code. */
export function createReloadingShop(vite: ViteDevServer, database: ServedDatabase): ReloadingShop {
  const browser = vite.environments.client.hot;
  const loader = createCodeLoader(vite);
  let code: ServerCode;
  let render: Render;
  let opened: OpenedShop;
  /** Whether `opened` is closed, because the one after it could not be opened. */
  let isRetired = false;
  let failure: Error | undefined;
  /** Resolves when no changed code waits to be loaded. Never rejects. */
  let ready = Promise.resolve();
  let isScheduled = false;
  let isForced = false;
  let isStarted = false;

  const openWith = ({ openShop, createShop, readConfiguration, withEveryFact }: ServerCode) =>
    openShop({ ...database, given: withEveryFact(readConfiguration()) }, (installation, log) =>
      createShop(installation, log, async (request) => (await loader.loadRender())(request)),
    );

  async function retire({ shop }: OpenedShop): Promise<void> {
    shop.drain();
    await sleep(REQUESTS_END_MS);
    await shop.close();
  }

  async function replaceWith(next: ServerCode): Promise<void> {
    const old = opened;
    // Two shops cannot listen on one port for metrics.
    const isFirstRetired = old.config.METRICS_PORT !== undefined;
    if (isFirstRetired && !isRetired) {
      isRetired = true;
      await retire(old);
    }
    opened = await openWith(next);
    isRetired = false;
    code = next;
    if (isStarted) opened.shop.started().catch((error) => console.error(error));
    if (!isFirstRetired) retire(old).catch((error) => console.error(error));
  }

  async function update(): Promise<void> {
    const started = performance.now();
    try {
      const next = await loader.loadServer({ isAll: failure !== undefined });
      const nextRender = await loader.loadRender();
      const isReplaced = isForced || next !== code;
      if (isReplaced) await replaceWith(next);
      else if (nextRender !== render) opened.shop.dropPages();
      render = nextRender;
      isForced = false;
      if (isReplaced) {
        console.log(`Loaded the changed server code in ${Math.round(performance.now() - started)} ms.`);
        browser.send({ type: 'full-reload', path: '*' });
      }
      failure = undefined;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      const stack = textOfError(failure);
      console.error(`\n${stack}\nThe next save loads the code again.`);
      browser.send({ type: 'error', err: { message: failure.message, stack } });
    }
  }

  const shop: Shop = {
    get counts() {
      return opened.shop.counts;
    },
    async fetch(request, address) {
      await ready;
      const isDocument = request.headers.get('accept')?.includes('text/html');
      return failure && isDocument ? errorPage(failure) : opened.shop.fetch(request, address);
    },
    started() {
      isStarted = true;
      return opened.shop.started();
    },
    dropPages: () => opened.shop.dropPages(),
    drain: () => opened.shop.drain(),
    async close() {
      await ready;
      if (!isRetired) await opened.shop.close();
    },
  };

  return {
    async open() {
      code = await loader.loadServer({ isAll: false });
      opened = await openWith(code);
      render = await loader.loadRender();
      return { ...opened, shop };
    },
    reload(options) {
      isForced ||= options.isForced;
      if (isScheduled) return;
      isScheduled = true;
      ready = ready
        .then(() => sleep(DEBOUNCE_MS))
        .then(() => {
          isScheduled = false;
          return update();
        });
    },
  };
}
