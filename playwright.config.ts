import { defineConfig } from '@playwright/test';
import { takeOwnShop } from './e2e/start-shop.ts';

takeOwnShop();

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/start-shop.ts',
  outputDir: 'test-results',
  // Each worker has a shop and a database of its own, and on it the journeys run one after the other.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A browser on a busy machine may be late once. What needed its second try is counted and named in the report.
  retries: 1,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list']],
  use: {
    // A journey gets the window of the one before, emptied: its pages, cookies and storage are its own, what the
    // browser keeps of files and compiled scripts stays. That is a third of all the work (decision 0016).
    reuseContext: true,
    launchOptions: {
      executablePath,
      // Root has no sandbox, and nothing outside this machine shall be asked.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Letters stand where they stand in a browser with windows.
        '--font-render-hinting=none',
      ],
    },
    // Keeping one slows every page down: what failed is traced when it is tried again.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  // What a page looks like and how it is handled is tried at both sizes. What the size does not touch (a rule, a
  // refusal, two at once) has a tag, @phone or @desktop, and is tried at the one where it mostly happens.
  projects: [
    // Over HTTP alone, without a browser.
    { name: 'http', testMatch: 'e2e/http/*.spec.ts', use: { trace: 'off', screenshot: 'off' } },
    {
      name: 'phone',
      testIgnore: 'e2e/http/**',
      grepInvert: /@desktop/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    {
      name: 'desktop',
      testIgnore: 'e2e/http/**',
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
