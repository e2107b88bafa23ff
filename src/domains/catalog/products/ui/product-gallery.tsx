import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { cn } from '#design/cn.ts';
import { Image } from '#design/image.tsx';
import { galleryOf } from '../../images/gallery.ts';
import type { Product } from '../../shapes.ts';
import { GALLERY_SIZES } from './image-sizes.ts';

/**
 * All images of a product in a row that is swiped (plain scrolling, so it works without JavaScript too);
 * arrows, arrow keys and thumbnails move it.
 */
export function ProductGallery({ product }: { product: Pick<Product, 'id' | 'name' | 'image' | 'images'> }) {
  const images = galleryOf(product);
  const row = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const several = images.length > 1;

  function goTo(place: number) {
    const list = row.current;
    if (!list) return;
    const next = Math.max(0, Math.min(images.length - 1, place));
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.scrollTo({ left: next * list.clientWidth, behavior: calm ? 'auto' : 'smooth' });
  }
  function byKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // With a modifier they are the browser's, such as 'back'.
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(at + step);
  }

  return (
    <section aria-label="Images" className="relative min-w-0">
      <div className="group relative">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a scroller must be reachable by keyboard. */}
        <div
          ref={row}
          {...(several
            ? {
                tabIndex: 0,
                role: 'group',
                'aria-label': `${images.length} images, move with the arrow keys`,
              }
            : {})}
          onKeyDown={byKey}
          onScroll={(event) => {
            const { scrollLeft, clientWidth } = event.currentTarget;
            setAt(Math.round(scrollLeft / Math.max(1, clientWidth)));
          }}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain bg-muted [scrollbar-width:none]"
        >
          {images.map((image, place) => (
            <div key={image.id} className="near-screen gallery-box shrink-0 snap-center">
              <Image
                image={image}
                alt={several ? `${product.name}, image ${place + 1} of ${images.length}` : product.name}
                sizes={GALLERY_SIZES}
                priority={place === 0}
                className="size-full object-cover"
              />
            </div>
          ))}
        </div>
        {several ? (
          <>
            <Step label="Previous image" hidden={at === 0} onPress={() => goTo(at - 1)} side="left-2">
              <ChevronLeft aria-hidden="true" />
            </Step>
            <Step
              label="Next image"
              hidden={at === images.length - 1}
              onPress={() => goTo(at + 1)}
              side="right-2"
            >
              <ChevronRight aria-hidden="true" />
            </Step>
            <p
              aria-hidden="true"
              className="absolute right-3 bottom-3 rounded-sm bg-card/90 px-2 py-0.5 text-xs tabular-nums"
            >
              {at + 1} / {images.length}
            </p>
          </>
        ) : null}
      </div>
      {several ? (
        <ul className="absolute bottom-2 left-2 flex max-w-3/4 gap-1 overflow-x-auto p-1 sm:static sm:mt-1 sm:max-w-none sm:gap-2">
          {images.map((image, place) => (
            <li key={image.id}>
              <button
                type="button"
                aria-label={`Image ${place + 1}`}
                aria-current={place === at ? 'true' : undefined}
                onClick={() => goTo(place)}
                className={cn(
                  'block w-11 border-2 transition-colors sm:w-20',
                  place === at ? 'border-primary' : 'border-card hover:border-input sm:border-transparent',
                )}
              >
                <Image
                  image={image}
                  alt=""
                  sizes="(min-width: 40rem) 5rem, 2.75rem"
                  className="aspect-4/5 object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Step({
  label,
  hidden,
  onPress,
  side,
  children,
}: {
  label: string;
  hidden: boolean;
  onPress: () => void;
  side: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`, which would lose the focus at the last image.
      aria-disabled={hidden}
      onClick={onPress}
      className={cn(
        'absolute top-1/2 hidden size-11 -translate-y-1/2 items-center justify-center rounded-full bg-card/90 transition-opacity hover:bg-card aria-disabled:pointer-events-none aria-disabled:not-focus-visible:opacity-0 sm:flex',
        side,
      )}
    >
      {children}
    </button>
  );
}
