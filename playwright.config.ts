import { defineConfig } from '@playwright/test';
import { atBothSizes, extended } from './e2e/extended.ts';
import { takeOwnShop } from './e2e/start-shop.ts';
import { installedChromium } from './tools/chromium.ts';

takeOwnShop();

const executablePath = process.env.CHROMIUM_PATH ?? installedChromium().path;
// For the workers, which then need not look for the browser again.
if (executablePath) process.env.CHROMIUM_PATH = executablePath;

/** As in `npm test`, instead of all tests: without the extended ones, and each at one size (decision 0016). */
const isShort = Boolean(process.env.SHORT_TESTS);
const left = isShort ? extended : [];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/start-shop.ts',
  outputDir: 'test-results',
  // Each worker has its own shop and database, and runs its tests on it one after the other; one more than there are
  // cores on the smallest machine, because many tests wait.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A browser on a busy machine may be slow once. Tests that pass on retry are counted and named in the report.
  retries: 1,
  // Guards against hanging, not limits of speed: some tests take 30 s on a machine with other load.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // Tests reuse the previous test's browser context, emptied: pages, cookies and storage are new, but the browser's
    // caches of files and compiled scripts stay. That saves a third of all the work (decision 0016).
    reuseContext: true,
    launchOptions: {
      executablePath,
      // Root has no sandbox, and the browser must not send requests outside this machine.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Positions glyphs as in a browser with windows.
        '--font-render-hinting=none',
      ],
    },
    // The tests of working offline allow it: others intercept requests, and count them.
    serviceWorkers: 'block',
    // Tracing slows every page down: a failed test is traced when it is retried.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  // Appearance and interaction are tested at both sizes. What does not depend on the size (a rule, a refusal,
  // concurrency) has a tag, @phone or @desktop, and is tested at the size where it is more common.
  projects: [
    // HTTP only, without a browser.
    {
      name: 'http',
      testMatch: 'e2e/http/*.spec.ts',
      grepInvert: [...left],
      use: { trace: 'off', screenshot: 'off' },
    },
    {
      name: 'phone',
      testIgnore: 'e2e/http/**',
      grepInvert: [/@desktop/, ...left],
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    {
      name: 'desktop',
      testIgnore: 'e2e/http/**',
      grep: isShort ? [/@desktop/, ...atBothSizes] : /./,
      grepInvert: [/@phone/, ...left],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
