import { useRef } from 'react';
import { useDataSaver } from '#shared/data-saver.ts';
import type { Image as StoredImage } from '#shared/image.ts';
import { type ImageFormat, type ImageWidth, imageUrl, imageWidths } from '#shared/image-url.ts';
import { cn } from './cn.ts';
import { useNearScreen } from './near-screen.ts';

/** With the data saver no image is wider, in pixels, whatever the screen; a main image may be half as wide again. */
const SAVED_WIDTH = 320;
const SAVED_MAIN_WIDTH = 480;

/** One transparent pixel: without any source a browser gives an image no box. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

function sourceSet(src: string, widths: readonly ImageWidth[], format: ImageFormat): string {
  return widths.map((size) => `${imageUrl(src, size, format)} ${size}w`).join(', ');
}

/**
 * A stored image in the sizes a screen needs. `image`: path of the original (a URL with a scheme, e.g. a
 * preview, is used unchanged), its size in pixels, which reserves the space, and a colour or small data URL,
 * shown until it has loaded. `sizes`: as in `<img sizes>`. `priority`: for the main image of the first view.
 */
export function Image({
  image: { url: src, width, height, placeholder },
  alt,
  sizes,
  priority = false,
  className,
}: {
  image: Omit<StoredImage, 'placeholder'> & { placeholder?: string };
  alt: string;
  sizes: string;
  priority?: boolean;
  className?: string;
}) {
  const element = useRef<HTMLImageElement>(null);
  const isNear = useNearScreen(element, priority);
  const stored = src.startsWith('/');
  const isOffered = stored && isNear;
  const most = useDataSaver() ? (priority ? SAVED_MAIN_WIDTH : SAVED_WIDTH) : Number.POSITIVE_INFINITY;
  const widths = imageWidths(width).filter((size) => size <= most);
  const middle = widths.find((size) => size >= 640) ?? widths.at(-1) ?? 640;
  return (
    <picture className="contents">
      {isOffered ? <source type="image/avif" srcSet={sourceSet(src, widths, 'avif')} sizes={sizes} /> : null}
      <img
        ref={element}
        alt={alt}
        width={width}
        height={height}
        sizes={isOffered ? sizes : undefined}
        srcSet={isOffered ? sourceSet(src, widths, 'webp') : undefined}
        src={isNear ? (stored ? imageUrl(src, middle, 'webp') : src) : NOTHING}
        loading={priority ? 'eager' : 'lazy'}
        decoding={priority ? undefined : 'async'}
        fetchPriority={priority ? 'high' : undefined}
        style={placeholder ? backdrop(placeholder) : undefined}
        className={cn('h-auto w-full bg-muted bg-center bg-cover', className)}
      />
    </picture>
  );
}

function backdrop(placeholder: string) {
  return placeholder.startsWith('data:')
    ? { backgroundImage: `url("${placeholder}")` }
    : { backgroundColor: placeholder };
}
