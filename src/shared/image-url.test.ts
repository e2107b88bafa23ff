import { expect, test } from 'vitest';
import { imageUrl, imageWidths } from './image-url.ts';

test('an image URL contains width, format and the path of the original', () => {
  expect(imageUrl('/uploads/product-images/a.jpg', 640, 'avif')).toBe(
    '/img/640/avif/uploads/product-images/a.jpg',
  );
});

test('widths end at the first that covers the original', () => {
  expect(imageWidths(900)).toEqual([96, 160, 320, 480, 640, 960]);
  expect(imageWidths(640)).toEqual([96, 160, 320, 480, 640]);
  expect(imageWidths(100)).toEqual([96, 160]);
  expect(imageWidths(4000)).toEqual([96, 160, 320, 480, 640, 960, 1280, 1920]);
});
