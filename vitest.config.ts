import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One more than there are cores: many tests wait for a timer, a server start, or a deliberate delay.
    maxWorkers: availableParallelism() + 1,
    // Files share loaded modules, which saves a third of the time; each file of database tests has its own database.
    isolate: false,
    // A failed test is reported with the command that runs it alone: a file and a line.
    includeTaskLocation: true,
    // A guard against hanging, as that of `eventually`.
    expect: { poll: { timeout: 45_000 } },
    // `--changed` follows imports, and nothing imports a migration.
    forceRerunTriggers: ['**/package.json', '**/vitest.config.ts', '**/src/db/migrations/**'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,demo-store,tools,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.{db,extended}.test.{ts,tsx}', '**/node_modules/**'],
          // A guard against hanging: some decode real images, on a machine with other load.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          include: ['{src,tools,bench}/**/*.db.test.{ts,tsx}'],
          // The plans in docs/sql are those of 18; 15 cannot explain a statement without its values.
          exclude: process.env.TEST_POSTGRES === '15' ? ['**/statements.db.test.ts'] : [],
          globalSetup: ['tools/test-postgres.ts'],
          // Some wait for a server to recover or send hundreds of orders at once, on a machine with other load.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // A day of attack, checks of a generated project, `npm run dev` with a browser: each costs half a minute or
      // more, so only `npm run test:all` runs them (decision 0016).
      {
        extends: true,
        test: {
          name: 'extended',
          include: ['{src,tools}/**/*.extended.test.ts'],
          globalSetup: ['tools/test-postgres.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
