import type { Database } from '#db/client.ts';
import type { Log } from '#platform/log.ts';
import { countedPhrase, searchWordsOf } from '#shared/search-words.ts';
import { addSearches } from './searches.repository.ts';

/** A search that was answered, the products it found, close ones included, and whether an order was chosen. */
export interface Searched {
  query: string;
  found: number;
  isSorted?: boolean;
}

export type SearchCounter = ReturnType<typeof createSearchCounter>;

/** Pause between two writes, ms. A search waits for one to two of them. */
const PAUSE_MS = 5_000;
/** Different queries in memory; more are not counted. */
const MOST_PENDING = 500;

/**
 * A query as it is counted: its words as a phrase, as synonyms are stored. Undefined for one without words, and for an email
 * address or a phone number, which would be a person.
 */
export function countedQuery(query: string): string | undefined {
  const typed = searchWordsOf(query).join(' ');
  const text = countedPhrase(typed);
  return text === '' || typed.includes('@') || /\d{7}/.test(text.replaceAll(' ', '')) ? undefined : text;
}

/**
 * Counts searches in memory and writes them every few seconds, so that no search waits. What the process did not write when
 * it is killed is lost.
 */
export function createSearchCounter({
  database,
  log,
}: {
  database: Pick<Database, 'web'>;
  log: Pick<Log, 'warn'>;
}) {
  type Pending = Map<string, { times: number; found: number }>;
  let [last, current]: [Pending, Pending] = [new Map(), new Map()];

  /** A list follows the typing: a query that continues one of the last seconds takes its place. */
  function replaceBeginnings(query: string): void {
    for (let end = 1; end < query.length; end++) {
      const beginning = query.slice(0, end);
      const pending = current.has(beginning) ? current : last;
      const one = pending.get(beginning);
      if (one && --one.times === 0) pending.delete(beginning);
    }
  }

  async function write(): Promise<void> {
    const searches = [...last].map(([query, counts]) => ({ query, ...counts }));
    [last, current] = [current, new Map()];
    if (searches.length === 0) return;
    try {
      await addSearches(database.web, searches);
    } catch (error) {
      log.warn({ err: error }, 'searches were not counted');
    }
  }

  const timer = setInterval(() => void write(), PAUSE_MS);
  timer.unref();
  return {
    note({ query, found, isSorted }: Searched): void {
      const text = countedQuery(query);
      if (text === undefined) return;
      // Another order of the hits of the last seconds is the same search.
      if (isSorted && (current.has(text) || last.has(text))) return;
      replaceBeginnings(text);
      const known = current.get(text);
      if (!known && last.size + current.size >= MOST_PENDING) return;
      current.set(text, { times: (known?.times ?? 0) + 1, found });
    },
    /** Writes all that was noted. */
    async flush(): Promise<void> {
      await write();
      await write();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await this.flush();
    },
  };
}
