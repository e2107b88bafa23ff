import { defineConfig } from '@playwright/test';
import shop from '../../playwright.config.ts';

/** `npm run screens` takes the pictures of docs/screens.md, of the demo store with some orders. */
export default defineConfig({
  ...shop,
  testDir: '.',
  testMatch: 'take.ts',
  globalSetup: '../../e2e/start-shop.ts',
  outputDir: '../../test-results/screens',
  workers: 1,
  retries: 0,
  timeout: 600_000,
  projects: [{ name: 'screens' }],
});
