import type { Image } from '#shared/image.ts';

/** The image of a product without images. */
export const PLACEHOLDER: Image = {
  url: '/uploads/placeholder.jpg',
  width: 1200,
  height: 1500,
  placeholder: '',
};
