import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cn } from '#design/cn.ts';
import type { Slide } from '../contract.ts';
import { HeroSlide } from './hero-slide.tsx';
import { SLIDE_MS, useCarousel } from './use-carousel.ts';

/** Minimum horizontal distance of a swipe, in pixels. */
const SWIPE = 40;

/**
 * The slides, stacked, as high as the viewport. The first is in the HTML with its image; the others' images
 * load shortly before their turn. Without scripts they lie side by side and can be swiped.
 */
export function HeroCarousel({ slides }: { slides: readonly Slide[] }) {
  const carousel = useCarousel(slides.length);
  const { active, isReached, goTo } = carousel;
  const touch = useRef<number | null>(null);
  const hasMany = slides.length > 1;
  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      className="relative overflow-hidden bg-ink text-paper"
      {...carousel.watch}
      onTouchStart={(event) => {
        touch.current = event.touches[0]?.clientX ?? null;
      }}
      onTouchEnd={(event) => {
        const moved = (event.changedTouches[0]?.clientX ?? 0) - (touch.current ?? 0);
        if (touch.current !== null && hasMany && Math.abs(moved) > SWIPE) goTo(active + (moved < 0 ? 1 : -1));
        touch.current = null;
      }}
    >
      <div
        aria-live={carousel.isRunning ? 'off' : 'polite'}
        className="scriptless:flex scriptless:snap-x scriptless:snap-mandatory scriptless:overflow-x-auto grid min-h-[min(86svh,44rem)] lg:min-h-[min(94svh,54rem)]"
      >
        {slides.map((slide, place) => (
          <HeroSlide
            key={slide.id}
            slide={slide}
            label={`${place + 1} of ${slides.length}`}
            isFirst={place === 0}
            isActive={place === active}
            isReached={isReached(place)}
          />
        ))}
      </div>
      {hasMany ? (
        <div className="scriptless:hidden pointer-events-none absolute inset-x-0 bottom-3 lg:bottom-8">
          <div className="wrap flex items-center justify-between gap-4 [&>*]:pointer-events-auto">
            <ul className="flex gap-2">
              {slides.map((slide, place) => (
                <li key={slide.id}>
                  <Thread
                    label={`Slide ${place + 1}: ${slide.title}`}
                    isCurrent={place === active}
                    isFilling={place === active && carousel.isRunning}
                    onClick={() => goTo(place)}
                  />
                </li>
              ))}
            </ul>
            <div className="flex">
              <Control label="Previous slide" onClick={() => goTo(active - 1)}>
                <ChevronLeft />
              </Control>
              <Control
                label={carousel.isPlaying ? 'Pause the slides' : 'Play the slides'}
                onClick={carousel.toggle}
              >
                {carousel.isPlaying ? <Pause /> : <Play />}
              </Control>
              <Control label="Next slide" onClick={() => goTo(active + 1)}>
                <ChevronRight />
              </Control>
            </div>
          </div>
        </div>
      ) : null}
    </section>
  );
}

function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="inline-flex size-11 items-center justify-center hover:text-brass [&_svg]:size-5 [&_svg]:stroke-[1.5]"
    >
      {children}
    </button>
  );
}

/** A progress line per slide; the current one fills while its time runs. */
function Thread({
  label,
  isCurrent,
  isFilling,
  onClick,
}: {
  label: string;
  isCurrent: boolean;
  isFilling: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onClick}
      className="flex h-11 w-11 items-center lg:w-16"
    >
      <span className="h-0.5 w-full overflow-hidden bg-paper/45">
        <span
          style={isFilling ? { animationDuration: `${SLIDE_MS}ms` } : undefined}
          className={cn(
            'block h-full origin-left bg-brass',
            !isCurrent && 'scale-x-0',
            isFilling && 'animate-thread',
          )}
        />
      </span>
    </button>
  );
}
