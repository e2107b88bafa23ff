import { cn } from '#design/cn.ts';
import { Image } from '#design/image.tsx';

/** The first images of an order as an overlapping stack. */
export function ClothStack({ images, large }: { images: readonly string[]; large?: boolean }) {
  return (
    <span aria-hidden="true" className="flex shrink-0 items-end">
      {images.map((src, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the same image may lie there twice, and none moves
          key={`${place} ${src}`}
          className={cn(
            'border border-card bg-card',
            large
              ? 'w-12 not-first:-ml-5 sm:w-17 sm:not-first:-ml-8'
              : 'w-11 not-first:-ml-5 max-sm:w-9 max-sm:not-first:hidden',
          )}
          style={{ zIndex: images.length - place }}
        >
          <Image
            image={{ url: src, width: 320, height: 400 }}
            alt=""
            sizes={large ? '(min-width: 640px) 4.25rem, 3rem' : '3rem'}
            className="aspect-4/5 object-cover"
          />
        </span>
      ))}
    </span>
  );
}
