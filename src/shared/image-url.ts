/** Available image widths, narrowest first. The server generates no others. */
export const IMAGE_WIDTHS = [96, 160, 320, 480, 640, 960, 1280, 1920] as const;

/** Available image formats, smallest file first. Pages do not need JPEG; other services read nothing else. */
export const IMAGE_FORMATS = ['avif', 'webp', 'jpg'] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/**
 * The URL of one size of a stored image: `/uploads/product-images/a.jpg`, 640, 'avif' →
 * `/img/640/avif/uploads/product-images/a.jpg`.
 */
export function imageUrl(src: string, width: ImageWidth, format: ImageFormat): string {
  return `/img/${width}/${format}${src}`;
}

/**
 * Useful widths for an original `width` pixels wide: none that would enlarge it, except the first above it, so that
 * the full detail stays available.
 */
export function imageWidths(width: number): ImageWidth[] {
  const enough = IMAGE_WIDTHS.findIndex((candidate) => candidate >= width);
  return enough === -1 ? [...IMAGE_WIDTHS] : IMAGE_WIDTHS.slice(0, enough + 1);
}
