import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../tools/chromium.ts';

/** A phone of 360 pixels with an empty cache. */
export interface Phone {
  page: Page;
  devtools: CDPSession;
}

/** Of a round trip. */
export const LATENCY_MS = 150;
/** Network and CPU of a shopper's phone. */
const NETWORK = {
  offline: false,
  latency: LATENCY_MS,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER = 4;

export async function slow(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Opens a page with the network and CPU of a shopper's phone, and waits until it has come to rest. */
export async function openSlowly({ page, devtools }: Phone, url: string): Promise<void> {
  await slow(devtools);
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  await page.locator('html[data-ready]').waitFor();
  await page.waitForTimeout(2_000);
}

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const found = await findChromium(console.error);
  if (!found.path) throw new Error(`No Chromium found to measure with. To fix it: ${found.fix}`);
  const browser = await chromium.launch({
    executablePath: found.path,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/**
 * `headers` are added to every request. Service workers are blocked by default, because their requests would not have the
 * latency of the network above.
 */
export async function withPhone<T>(
  browser: Browser,
  work: (phone: Phone) => Promise<T>,
  {
    headers = {},
    serviceWorkers = 'block',
  }: { headers?: Record<string, string>; serviceWorkers?: 'allow' | 'block' } = {},
): Promise<T> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers,
    extraHTTPHeaders: headers,
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    return await work({ page, devtools });
  } finally {
    await context.close();
  }
}
