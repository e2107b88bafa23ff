import { afterEach, expect, test, vi } from 'vitest';
import { asksToSaveData } from './data-saver.ts';
import { visitText } from './visit-bytes.ts';

afterEach(() => vi.unstubAllGlobals());

const asks = (headers: Record<string, string>) => asksToSaveData(new Headers(headers));

test('OFF-05 the choice of the user counts more than what the browser asks for', () => {
  expect(asks({})).toBe(false);
  expect(asks({ 'save-data': 'on' })).toBe(true);
  expect(asks({ 'save-data': 'ON', cookie: 'a=1; data_saver=off' })).toBe(false);
  for (const cookie of ['data_saver=on', 'a=b; data_saver=on; c=d', 'data_saver=slow'])
    expect(asks({ cookie }), cookie).toBe(true);
  for (const cookie of [
    'data_saver=',
    'data_saver=onward',
    'x_data_saver=on',
    `data_saver=${'on'.repeat(5_000)}`,
  ])
    expect(asks({ cookie }), cookie).toBe(false);
});

test('OFF-05 the footer says what the visit took, with an amount where there is a price', () => {
  const bytes = 312 * 1024;
  expect(visitText(bytes, 1.3, 'NGN')).toBe('This visit took 312 kB, about ₦0.40');
  expect(visitText(bytes, 0, 'NGN')).toBe('This visit took 312 kB');
  expect(visitText(0, 1.3, 'NGN')).toBe('This visit took 1 kB, about ₦0.00');
  expect(visitText(40 * 1024 * 1024, 1.3, 'GHS')).toBe('This visit took 40.0 MB, about GH₵52.00');
});

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
