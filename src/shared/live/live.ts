import { atQuietMoment, watchForTouch } from './quiet-moment.ts';
import { createTab, type Tab } from './tab.ts';
import type { Topic } from './topics.ts';

export interface Follow {
  topics: readonly Topic[];
  /** The id of the person who is signed in, '' for a visitor. */
  person: string;
  /** Something is being saved: what is read now may be from before. */
  isBusy(): boolean;
  /** At most so many ms after it is heard a change is read, by chance, so that not all browsers ask at once. */
  spread: number;
  /** These may have changed elsewhere: read again what the page shows of them. */
  read(topics: readonly Topic[]): void;
}

/** Changes within so many ms are read once. */
const TOGETHER_MS = 1_000;

let tab: Tab | undefined;

/** This browser tab. Its page is as old as the navigation that brought it; one brought back from the past is older. */
function thisTab(): Tab {
  if (tab) return tab;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  tab = createTab({
    address: '/api/events',
    locks: navigator.locks,
    madeAt: navigation?.type === 'back_forward' ? 0 : performance.timeOrigin,
    isVisible: () => document.visibilityState === 'visible',
  });
  document.addEventListener('visibilitychange', tab.look);
  watchForTouch();
  return tab;
}

/** Follows what happens elsewhere, until the function that it gives is called. */
export function follow({ topics, person, isBusy, spread, read }: Follow): () => void {
  const changed = new Set<Topic>();
  let readAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let takeBack = () => {};
  const readAll = () => {
    const all = [...changed];
    changed.clear();
    readAt = Date.now();
    read(all);
  };
  const end = thisTab().follow({
    topics,
    person,
    read(news) {
      const isWaiting = changed.size > 0;
      for (const topic of news) changed.add(topic);
      if (isWaiting) return;
      const wait = Math.max(Math.random() * spread, readAt + TOGETHER_MS - Date.now());
      timer = setTimeout(() => {
        takeBack = atQuietMoment(isBusy, readAll);
      }, wait);
    },
  });
  return () => {
    end();
    clearTimeout(timer);
    takeBack();
  };
}
