import { expect, test } from 'vitest';
import { demoSlides } from '#demo-store/slides.ts';
import { previewOf, SMALL_PREVIEW_LENGTH } from '#domains/content/preview.ts';

test.each(demoSlides)('the description of slide $key is shown whole on a phone', ({ description }) => {
  expect(previewOf(description, SMALL_PREVIEW_LENGTH)).toBe(description);
});
