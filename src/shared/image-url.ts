/** Widths an image is offered in, narrowest first. The server makes no others. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const;

/** Formats an image is offered in, smallest file first. */
export const IMAGE_FORMATS = ['avif', 'webp'] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/**
 * Address of one size of a stored image:
 * `/uploads/product-images/a.jpg`, 640, 'avif' → `/img/640/avif/uploads/product-images/a.jpg`.
 */
export function imageUrl(src: string, width: ImageWidth, format: ImageFormat): string {
  return `/img/${width}/${format}${src}`;
}

/**
 * Widths worth offering for an original `width` pixels wide: none that would be enlarged, except the first
 * above it, so that the original's full detail stays reachable.
 */
export function imageWidths(width: number): ImageWidth[] {
  const enough = IMAGE_WIDTHS.findIndex((candidate) => candidate >= width);
  return enough === -1 ? [...IMAGE_WIDTHS] : IMAGE_WIDTHS.slice(0, enough + 1);
}
