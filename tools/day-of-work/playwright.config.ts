import { defineConfig } from '@playwright/test';
import shop from '../../playwright.config.ts';

/** `npm run day-of-work` does the tasks of docs/day-of-work.md on a screen of each size, and prints what they took. */
export default defineConfig({
  ...shop,
  testDir: '.',
  testMatch: 'tasks.ts',
  globalSetup: '../../e2e/start-shop.ts',
  outputDir: '../../test-results/day-of-work',
  reporter: [['./table-reporter.ts']],
  workers: 1,
  retries: 0,
  timeout: 420_000,
  globalTimeout: 1_800_000,
  use: { ...shop.use, trace: 'off', actionTimeout: 30_000 },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
  ],
});
