/** Widths a picture is offered in, narrowest first. The server makes no others. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1920] as const;

/** Formats a picture is offered in, smallest file first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const;

export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/**
 * Address of one size of a stored picture:
 * `/uploads/product-images/a.jpg`, 640, 'avif' → `/img/640/avif/uploads/product-images/a.jpg`.
 */
export function pictureAddress(src: string, width: PictureWidth, format: PictureFormat): string {
  return `/img/${width}/${format}${src}`;
}

/**
 * Widths worth offering for an original `width` pixels wide: none that would be enlarged, except the first
 * above it, so that the original's full detail stays reachable.
 */
export function pictureWidths(width: number): PictureWidth[] {
  const enough = PICTURE_WIDTHS.findIndex((candidate) => candidate >= width);
  return enough === -1 ? [...PICTURE_WIDTHS] : PICTURE_WIDTHS.slice(0, enough + 1);
}
