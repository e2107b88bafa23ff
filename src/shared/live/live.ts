import { atQuietMoment, watchForTouch } from './quiet-moment.ts';
import { createTab, type Tab } from './tab.ts';
import type { Topic } from './topics.ts';

export { atQuietMoment };

export interface Follow {
  topics: readonly Topic[];
  /** The id of the signed-in user, '' for a visitor. */
  userId: string;
  /** A save is in progress: data read now may be outdated. */
  isBusy(): boolean;
  /** Maximum random delay in ms before a change is read, so that not all browsers read at once. */
  spread: number;
  /** Also while the tab is hidden, where a change is read at once. */
  inBackground?: boolean | undefined;
  /** Also while a dialog is open, which shows what is read. */
  inDialogs?: boolean | undefined;
  /** These may have changed elsewhere: read the page's data of these topics again. */
  read(topics: readonly Topic[]): void;
}

/** Changes within this time, ms, are read once. */
const TOGETHER_MS = 1_000;

let tab: Tab | undefined;

/** This browser tab. Its data is as old as its navigation; older if restored from the back/forward cache. */
function thisTab(): Tab {
  if (tab) return tab;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  tab = createTab({
    url: '/api/events',
    locks: navigator.locks,
    madeAt: navigation?.type === 'back_forward' ? 0 : performance.timeOrigin,
    isVisible: () => document.visibilityState === 'visible',
  });
  document.addEventListener('visibilitychange', tab.look);
  watchForTouch();
  return tab;
}

/**
 * Call it when the user who is followed for has signed in again: the stream was reopened without a session, and has only
 * what a visitor may receive.
 */
export const reopen = (): void => tab?.reopen();

/** Follows changes made elsewhere, until the returned function is called. */
export function follow({
  topics,
  userId,
  isBusy,
  spread,
  inBackground = false,
  inDialogs,
  read,
}: Follow): () => void {
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
    userId,
    inBackground,
    read(news) {
      const isWaiting = changed.size > 0;
      for (const topic of news) changed.add(topic);
      if (isWaiting) return;
      const wait = Math.max(Math.random() * spread, readAt + TOGETHER_MS - Date.now());
      timer = setTimeout(() => {
        if (inBackground && document.visibilityState === 'hidden') readAll();
        else takeBack = atQuietMoment(isBusy, readAll, inDialogs);
      }, wait);
    },
  });
  return () => {
    end();
    clearTimeout(timer);
    takeBack();
  };
}
