import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One more than there are cores: many a test waits for a clock, a server that starts, or a delay on purpose.
    maxWorkers: availableParallelism() + 1,
    // Files share the code they load, which is a third of the time; a file of database tests has a database of its own.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,tools,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.{ts,tsx}', '**/node_modules/**'],
          // Some decode real images, on a machine that may do other things besides.
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['{src,tools,bench}/**/*.db.test.{ts,tsx}'],
          globalSetup: ['tools/test-postgres.ts'],
          // Some of these wait for a server to recover or fire hundreds of orders at once.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
