import { type FocusEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { useDataSaver } from '#shared/data-saver.ts';

/** How long a slide is shown. */
export const SLIDE_MS = 10_000;
/** The next image is requested this long before its turn instead of with the page, to save mobile data. */
const AHEAD_MS = 1_500;

const MOTION = '(prefers-reduced-motion: reduce)';

function subscribeToView(notify: () => void) {
  const motion = matchMedia(MOTION);
  motion.addEventListener('change', notify);
  document.addEventListener('visibilitychange', notify);
  return () => {
    motion.removeEventListener('change', notify);
    document.removeEventListener('visibilitychange', notify);
  };
}

const isWatched = () => document.visibilityState === 'visible';
const wantsStillness = () => matchMedia(MOTION).matches;

/**
 * The active slide of `count`, and the timer to the next: after ten seconds, in a cycle, paused while the
 * carousel is pointed at, has keyboard focus, the tab is hidden, or the user stopped it. With reduced motion
 * or the data saver, the user has to start it.
 */
export function useCarousel(count: number) {
  const [turnedTo, setActive] = useState(0);
  const [reached, setReached] = useState<ReadonlySet<number>>(new Set([0]));
  const [chosen, setChosen] = useState<'play' | 'stop' | null>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const watched = useSyncExternalStore(subscribeToView, isWatched, () => true);
  const still = useSyncExternalStore(subscribeToView, wantsStillness, () => false);

  const savesData = useDataSaver();

  // The number of slides can shrink while one of the last is shown.
  const active = Math.min(turnedTo, count - 1);
  const isPlaying = count > 1 && (chosen === null ? !still && !savesData : chosen === 'play');
  const isRunning = isPlaying && watched && !isPointedAt && !isFocused;
  const next = (active + 1) % count;

  const reach = (place: number) =>
    setReached((before) => (before.has(place) ? before : new Set([...before, place])));
  const goTo = (place: number) => {
    const target = (place + count) % count;
    reach(target);
    setActive(target);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: goTo and reach only set state.
  useEffect(() => {
    if (!isRunning) return;
    const ahead = setTimeout(() => reach(next), SLIDE_MS - AHEAD_MS);
    const turn = setTimeout(() => goTo(next), SLIDE_MS);
    return () => {
      clearTimeout(ahead);
      clearTimeout(turn);
    };
  }, [isRunning, next]);

  return {
    active,
    /** Whether the image at this place may be loaded. */
    isReached: (place: number) => place === active || reached.has(place),
    isPlaying,
    isRunning,
    goTo,
    toggle: () => setChosen(isPlaying ? 'stop' : 'play'),
    /** Event handlers for the carousel's element. */
    watch: {
      // Not when it enters: it also does when a dialog above the carousel is closed, and nobody points at it.
      onPointerMove: (event: { pointerType: string }) => setPointedAt(event.pointerType === 'mouse'),
      onPointerLeave: () => setPointedAt(false),
      // A click leaves focus behind as well; only keyboard focus means that someone reads.
      onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}
