import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, type Touch, useRef } from 'react';
import { cn } from '#design/cn.ts';
import type { Slide } from '../contract.ts';
import { HeroSlide } from './hero-slide.tsx';
import { SLIDE_MS, useCarousel } from './use-carousel.ts';

/** Minimum horizontal distance of a swipe, in pixels. */
const SWIPE = 40;

/** More do not fit beside the controls on a phone, at a width that a finger hits: a number is shown instead. */
const MOST_THREADS = 6;

/**
 * The slides, stacked, as high as the viewport. The first is in the HTML with its image; the others' images
 * load shortly before their turn. Without scripts they lie side by side and can be swiped.
 */
export function HeroCarousel({ slides }: { slides: readonly Slide[] }) {
  const carousel = useCarousel(slides.length);
  const { active, isReached, goTo } = carousel;
  const touch = useRef<{ x: number; y: number } | null>(null);
  const hasMany = slides.length > 1;
  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      className="relative overflow-hidden bg-ink text-paper"
      {...carousel.watch}
      onTouchStart={({ touches }) => {
        touch.current = touches.length === 1 ? placeOf(touches.item(0)) : null;
      }}
      onTouchEnd={({ changedTouches }) => {
        const start = touch.current;
        touch.current = null;
        if (!start || !hasMany) return;
        const end = placeOf(changedTouches.item(0));
        const moved = end.x - start.x;
        // A thumb that scrolls the page drifts sideways.
        if (Math.abs(moved) > Math.max(SWIPE, 2 * Math.abs(end.y - start.y)))
          goTo(active + (moved < 0 ? 1 : -1));
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
            {slides.length > MOST_THREADS ? (
              <p>
                {active + 1} / {slides.length}
              </p>
            ) : (
              <ul className="flex min-w-0 gap-2">
                {slides.map((slide, place) => (
                  <li key={slide.id} className="min-w-0">
                    <Thread
                      label={`Slide ${place + 1}: ${slide.title}`}
                      isCurrent={place === active}
                      isFilling={place === active && carousel.isRunning}
                      onClick={() => goTo(place)}
                    />
                  </li>
                ))}
              </ul>
            )}
            <div className="flex shrink-0">
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

const placeOf = (touch: Touch) => ({ x: touch.clientX, y: touch.clientY });

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
      className="flex h-11 w-11 max-w-full items-center lg:w-16"
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
