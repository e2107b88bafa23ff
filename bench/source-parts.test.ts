import { expect, test } from 'vitest';
import { addTo, largestParts, partOf } from './source-parts.ts';

test('a source belongs to its package, or to a folder of the shop', () => {
  expect(partOf('../../../node_modules/react-dom/cjs/react-dom-client.production.js')).toBe('react-dom');
  expect(partOf('../node_modules/a/node_modules/@tanstack/router-core/dist/x.js')).toBe(
    '@tanstack/router-core',
  );
  expect(partOf('../../../src/domains/catalog/products/listing.ts')).toBe('src/domains/catalog');
  expect(partOf('../../../src/platform/http/listen.ts')).toBe('src/platform/http');
  expect(partOf('../../../src/design/image.tsx')).toBe('src/design');
  expect(partOf('\0vite/preload-helper.js')).toBe('bundler');
});

test('small parts are one part', () => {
  const parts = new Map<string, number>();
  for (const [part, value] of [
    ['a', 60],
    ['b', 30],
    ['a', 9],
    ['c', 0.6],
    ['d', 0.4],
  ] as const)
    addTo(parts, part, value);
  expect(largestParts(parts)).toEqual([
    ['a', 69],
    ['b', 30],
    ['others', 1],
  ]);
});
