import type { Changes } from '#platform/changes/changes.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { createResponseCache, type ResponseCache } from '#platform/response-cache/response-cache.ts';
import { tagsOfChange } from '../reads.ts';

export interface PageCache extends ResponseCache {
  /** Await it after a write, before answering: then this process's next page shows the write. */
  waitForInvalidation(): Promise<void>;
}

/** The page cache of this process, invalidated by database changes. */
export function createPageCache(deps: {
  clock: Clock;
  log: Pick<Log, 'debug'>;
  changes: Changes;
}): PageCache {
  const { clock, log, changes } = deps;
  const cache = createResponseCache({ clock, log, silentFor: changes.silentFor });
  changes.subscribe((change) => {
    if (change.table !== '*') cache.dropTags(tagsOfChange(change));
    // A connection that was just lost has missed nothing yet, and the cached pages may be needed for a while.
    else if (changes.isListening()) cache.dropAll();
  });
  return {
    ...cache,
    async waitForInvalidation() {
      await changes.waitForInvalidation();
      if (!changes.isListening()) cache.markAllStale();
    },
  };
}
