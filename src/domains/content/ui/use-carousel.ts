import { type FocusEvent, useEffect, useState, useSyncExternalStore } from 'react';

/** How long a slide stands before the next one comes. */
export const SLIDE_MS = 10_000;
/** The next image is asked for this long before its turn, not with the page: data is paid for by volume. */
const AHEAD_MS = 1_500;

const MOTION = '(prefers-reduced-motion: reduce)';

function subscribeToView(tell: () => void) {
  const motion = matchMedia(MOTION);
  motion.addEventListener('change', tell);
  document.addEventListener('visibilitychange', tell);
  return () => {
    motion.removeEventListener('change', tell);
    document.removeEventListener('visibilitychange', tell);
  };
}

const isWatched = () => document.visibilityState === 'visible';
const wantsStillness = () => matchMedia(MOTION).matches;

/**
 * Which of `count` slides stands, and when the next one comes: after ten seconds, round and round, but not
 * while it is pointed at, holds the keyboard's focus, nobody watches the tab, or it was stopped. Who asked
 * for less motion starts it herself.
 */
export function useCarousel(count: number) {
  const [turnedTo, setActive] = useState(0);
  const [reached, setReached] = useState<ReadonlySet<number>>(new Set([0]));
  const [chosen, setChosen] = useState<'play' | 'stop' | null>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const watched = useSyncExternalStore(subscribeToView, isWatched, () => true);
  const still = useSyncExternalStore(subscribeToView, wantsStillness, () => false);

  // Slides may become fewer while one of the last ones stands.
  const active = Math.min(turnedTo, count - 1);
  const isPlaying = count > 1 && (chosen === null ? !still : chosen === 'play');
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
    /** Whether the image of the one at this place may be fetched. */
    isReached: (place: number) => place === active || reached.has(place),
    isPlaying,
    isRunning,
    goTo,
    toggle: () => setChosen(isPlaying ? 'stop' : 'play'),
    /** For the element around it. */
    watch: {
      onPointerEnter: (event: { pointerType: string }) => setPointedAt(event.pointerType === 'mouse'),
      onPointerLeave: () => setPointedAt(false),
      // A click leaves focus behind as well; only the keyboard's is a sign that someone reads.
      onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}
