import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('the cookie is read when it is asked for, not when the module is loaded', async () => {
  let reads = 0;
  vi.stubGlobal('document', {
    get cookie() {
      reads++;
      return 'data_saver=on';
    },
    documentElement: { getAttribute: () => null, setAttribute: () => {} },
  });
  vi.stubGlobal('navigator', {});
  vi.resetModules();
  const { followConnection } = await import('./data-saver.ts');
  expect(reads).toBe(0);
  followConnection()();
  expect(reads).toBeGreaterThan(0);
});
