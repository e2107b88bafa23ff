import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Prints the modules that a start loads before it opens the build. */
const LIST = `
  import { registerHooks } from 'node:module';
  const urls = new Set();
  registerHooks({ load(url, context, next) { urls.add(url); return next(url, context); } });
  await import(${JSON.stringify(new URL('start.ts', import.meta.url).href)});
  await import(${JSON.stringify(new URL('built-server.ts', import.meta.url).href)});
  console.log([...urls].join('\\n'));
`;

test('a start does not load drizzle-orm, each of whose modules costs it 7 ms', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', LIST]);
  const urls = stdout.trim().split('\n');
  expect(urls.some((url) => url.endsWith('/src/app/cli/open-shop.ts'))).toBe(true);
  const ofDrizzle = urls.filter((url) => url.includes('/drizzle-orm/'));
  // The reader of the migrations' files is one module.
  expect(ofDrizzle.map((url) => url.slice(url.lastIndexOf('/')))).toEqual(['/migrator.js']);
});
