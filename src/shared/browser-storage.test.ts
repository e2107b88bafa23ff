import { afterEach, expect, test, vi } from 'vitest';
import { localStore } from './browser-storage.ts';

afterEach(() => vi.unstubAllGlobals());

test('a blocked storage reads as empty, and a write does nothing', () => {
  const refuse = () => {
    throw new Error('blocked');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  localStore.write('key', 'value');
  expect(localStore.read('key')).toBeNull();
  expect(localStore.readList('key')).toEqual([]);
});

test('what is not a list reads as an empty one', () => {
  for (const [text, list] of [
    ['["a"]', ['a']],
    ['{"a":1}', []],
    ['[', []],
    [null, []],
  ] as const) {
    vi.stubGlobal('localStorage', { getItem: () => text });
    expect(localStore.readList('key')).toEqual(list);
  }
});
