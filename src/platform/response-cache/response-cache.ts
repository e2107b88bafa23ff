import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { withTimeout } from '../with-timeout.ts';
import {
  answer,
  compressed,
  isDocument,
  type Page,
  pageOf,
  type RenderedPage,
  uncheckedPage,
} from './page.ts';
import { createPageStore } from './page-store.ts';

/** Maximum age of an entry: ten minutes, with or without changes. */
const LIFE_MS = 10 * 60_000;
/** For this long after the last proof that changes are received, cached pages are shown unchecked. */
const STALE_GRACE_MS = 5_000;
/** How long a request with a cached page waits for the database; then the database counts as unavailable. */
const READ_TIMEOUT_MS = 2_000;
/** How often an unavailable database is retried, by one request; the others do not wait. */
const RETRY_MS = 1_000;

export interface ResponseCache {
  /**
   * Answers the page of `key`, with at most one render at a time. A null key is rendered and never stored. An error
   * of `render` reaches every request that waits for it. While changes are not received a cached page is rendered
   * again; if that fails it is answered unchanged, with a notice and no-store.
   */
  serve(key: string | null, request: Request, render: () => Promise<RenderedPage>): Promise<Response>;
  /** Drops every page with one of these tags, including pages being rendered. */
  dropTags(tags: readonly string[]): void;
  dropAll(): void;
  /** A change may have been missed: no cached page is shown again before it is rendered. */
  markAllStale(): void;
  readonly counts: {
    readonly hits: number;
    readonly renders: number;
    /** Answers from the cache while the database was unavailable. */
    readonly unchecked: number;
    readonly entries: number;
    readonly bytes: number;
  };
}

export interface ResponseCacheDeps {
  clock: Clock;
  log: Pick<Log, 'debug'>;
  /** Maximum size of all pages in bytes. */
  maxBytes?: number;
  /**
   * Time since the last proof that all changes were received, ms. When changes are received again, the caller must
   * call dropAll: those in between are unknown.
   */
  silentFor?: () => number;
}

interface Flight {
  done: Promise<Page>;
  begun: number;
  expires: number;
  staleMarks: number;
  /** The tags dropped since the render started, in order; 'everything' for all. */
  dropped: (readonly string[] | 'everything')[];
}

const concerns = (dropped: readonly (readonly string[] | 'everything')[], tags: readonly string[]) =>
  dropped.some((drop) => drop === 'everything' || drop.some((tag) => tags.includes(tag)));

/** Whether a page may be answered to other requests. */
const isForEveryone = (page: Page) =>
  page.status === 200 &&
  !page.headers.has('set-cookie') &&
  !/private|no-store/.test(page.headers.get('cache-control') ?? '') &&
  !page.isIncomplete;

/** Rendered pages and answers of public reads, the same bytes for everyone, compressed in memory. */
export function createResponseCache(deps: ResponseCacheDeps): ResponseCache {
  const { clock, log, maxBytes = 48 * 1024 * 1024, silentFor = () => 0 } = deps;
  const store = createPageStore(maxBytes);
  const flights = new Map<string, Flight>();
  /** Renders that no request may join any more (their day is over) but to which drops still apply. */
  const running = new Set<Flight>();
  const counts = {
    hits: 0,
    renders: 0,
    unchecked: 0,
    get entries() {
      return store.entries;
    },
    get bytes() {
      return store.bytes;
    },
  };
  let staleMarks = 0;
  /** After the database did not respond: when to retry. Zero while it responds. */
  let unavailableUntil = 0;
  const now = () => clock.now().getTime();
  const isDeaf = () => silentFor() > STALE_GRACE_MS;

  /** Stores a page unless a change concerned it; returns it as stored. */
  async function stored(key: string, whole: Page, flight: Flight): Promise<Page> {
    const { page, size } = await compressed(whole);
    if (!concerns(flight.dropped, page.tags)) {
      const expires = Math.min(flight.expires, flight.begun + (page.lifeMs ?? LIFE_MS));
      store.put(key, { page, expires, staleMarks: flight.staleMarks }, size);
    }
    return page;
  }

  /** Starts a render. It shows the state of its start, so its lifetime counts from then. */
  function begin(key: string, render: () => Promise<RenderedPage>): Flight {
    const begun = now();
    const flight: Flight = {
      begun,
      expires: begun + Math.min(LIFE_MS, clock.msToMidnight()),
      staleMarks,
      dropped: [],
      done: Promise.resolve(undefined as never),
    };
    counts.renders++;
    running.add(flight);
    flights.set(key, flight);
    flight.done = (async () => {
      try {
        const page = pageOf(await render());
        const mayStore =
          isForEveryone(page) && !concerns(flight.dropped, page.tags) && flight.expires > now();
        return mayStore ? await stored(key, page, flight) : page;
      } finally {
        running.delete(flight);
        if (flights.get(key) === flight) flights.delete(key);
      }
    })();
    return flight;
  }

  async function rendered(key: string, request: Request, render: () => Promise<RenderedPage>): Promise<Page> {
    const joined = flights.get(key);
    if (!joined || joined.expires <= now()) return begin(key, render).done;
    const droppedBefore = joined.dropped.length;
    const page = await joined.done;
    // Drops before this request make the render too old for it; later drops do not.
    if (concerns(joined.dropped.slice(0, droppedBefore), page.tags)) return rendered(key, request, render);
    // A cookie belongs to one request only.
    if (page.headers.has('set-cookie')) {
      counts.renders++;
      return pageOf(await render());
    }
    return page;
  }

  function unchecked(page: Page): Promise<Page> {
    counts.unchecked++;
    return uncheckedPage(page);
  }

  async function serve(key: string, request: Request, render: () => Promise<RenderedPage>): Promise<Page> {
    const cached = store.use(key);
    if (!cached) return rendered(key, request, render);
    const deaf = isDeaf();
    if (cached.expires > now() && cached.staleMarks === staleMarks && !deaf) {
      counts.hits++;
      return cached.page;
    }
    // Data has no place for the notice, and the page that asks for it shows what it has already.
    if (!isDocument(cached.page)) return rendered(key, request, render);
    if (deaf && unavailableUntil > 0) {
      if (now() < unavailableUntil) return unchecked(cached.page);
      unavailableUntil = now() + READ_TIMEOUT_MS + RETRY_MS;
    }
    const attempt = rendered(key, request, render);
    try {
      const page = await (deaf ? withTimeout(READ_TIMEOUT_MS, attempt) : attempt);
      if (page && !page.isIncomplete) {
        unavailableUntil = 0;
        return page;
      }
    } catch (error) {
      log.debug({ err: error, key }, 'a kept page could not be rendered anew');
    }
    if (deaf) unavailableUntil = now() + RETRY_MS;
    // A page dropped in the meantime is known to have changed.
    const still = store.find(key);
    return still ? unchecked(still.page) : attempt;
  }

  return {
    counts,
    async serve(key, request, render) {
      if (key !== null) return answer(await serve(key, request, render), request);
      counts.renders++;
      return answer(pageOf(await render()), request);
    },
    dropTags(tags) {
      if (tags.length === 0) return;
      for (const flight of running) flight.dropped.push(tags);
      const ended = store.removeTags(tags);
      if (ended > 0) log.debug({ tags: tags.slice(0, 10), pages: ended }, 'pages dropped');
    },
    dropAll() {
      for (const flight of running) flight.dropped.push('everything');
      store.clear();
    },
    markAllStale() {
      staleMarks++;
      for (const flight of running) flight.dropped.push('everything');
    },
  };
}
