import { expect, test } from 'vitest';
import { pictureAddress, pictureWidths } from './image-url.ts';

test('a picture address carries width, format and the path of the original', () => {
  expect(pictureAddress('/uploads/product-images/a.jpg', 640, 'avif')).toBe(
    '/img/640/avif/uploads/product-images/a.jpg',
  );
});

test('widths stop at the first that covers the original', () => {
  expect(pictureWidths(900)).toEqual([160, 320, 480, 640, 960]);
  expect(pictureWidths(640)).toEqual([160, 320, 480, 640]);
  expect(pictureWidths(100)).toEqual([160]);
  expect(pictureWidths(4000)).toEqual([160, 320, 480, 640, 960, 1280, 1920]);
});
