import type { Changes } from '#platform/changes/changes.ts';
import type { Log } from '#platform/log.ts';
import { type Caller, isAdmin } from '#shared/caller.ts';
import { type Opened, TOPICS, type Topic } from '#shared/live/topics.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { createPendingChanges, type Ids, topicsOf } from './pending-changes.ts';

/** What a browser is told: read this again. Without ids: all of it. Rows themselves never travel here. */
export interface RealtimeEvent {
  type: Topic;
  ids?: string[];
}

export interface RealtimeDeps {
  changes: Pick<Changes, 'subscribe'>;
  log: Pick<Log, 'error'>;
  /** Whose the orders of these ids are; unknown ids are left out. */
  ownersOf(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Between two heartbeats, in ms. */
  heartbeat?: number;
  /** Changes within so many ms are told together. */
  pause?: number;
  /** Streams of this process, and how many of them only staff may take. */
  maxStreams?: number;
  staffStreams?: number;
  /** Streams of one address; staff there are counted by themselves. */
  maxPerAddress?: number;
  /** A stream ends after so many ms: the browser comes back and is asked again who it is. */
  life?: number;
}

export interface Realtime {
  /**
   * A stream of server-sent events: first `opened` with Opened as data, then `change` with RealtimeEvent, and
   * heartbeats. A visitor hears of the catalogue, a customer of her orders besides, an admin of all orders and of
   * messages, a super_admin also of people. 204 when nothing of what is asked may be heard; 429 or 503 with
   * Retry-After when there are too many.
   */
  stream(request: Request, who: Who): Response;
  /** Ends the streams of someone who signed out, was banned or has another role. */
  endFor(userId: string): void;
  /** Ends all; for the shutdown. */
  close(): void;
  readonly streams: number;
}

export interface Who {
  caller: Caller;
  /** When it was asked who she is, by Date.now(). */
  askedAt?: number;
  address: string;
  topics: readonly Topic[];
}

interface Listener {
  stream: EventStream;
  caller: Caller;
  topics: readonly Topic[];
  address: string;
}

/** Tells browsers what changed, through one listening connection per process. */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { heartbeat = 30_000, pause = 100, maxStreams = 1_000, staffStreams = 100 } = deps;
  const { maxPerAddress = 100, life = 1_800_000 } = deps;
  const listeners = new Set<Listener>();
  const perAddress = new Map<string, number>();
  const pending = createPendingChanges();
  const changedAt = new Map<Topic, number>(TOPICS.map((topic) => [topic, Date.now()]));
  /** When somebody last left or was given another role. */
  let peopleMovedAt = 0;
  let telling: NodeJS.Timeout | undefined;
  let closed = false;

  const unsubscribe = deps.changes.subscribe((change) => {
    // A name or a role changed, or a session ended (told by its person's id): who listens is asked again who she is.
    if ((change.table === 'profiles' && change.op !== 'insert') || change.table === 'sessions') {
      peopleMovedAt = Date.now();
      for (const { caller, stream } of [...listeners]) {
        if (caller && (change.ids?.includes(caller.userId) ?? true)) stream.end();
      }
    }
    const topics = topicsOf(change.table);
    if (topics.length === 0) return;
    for (const topic of topics) changedAt.set(topic, Date.now());
    pending.add(change);
    telling ??= setTimeout(tell, pause);
  });

  async function tell(): Promise<void> {
    telling = undefined;
    for (const [topic, ids] of pending.takeAll()) {
      const listening = [...listeners].filter(({ topics }) => topics.includes(topic));
      if (listening.length === 0) continue;
      try {
        const owners = topic === 'orders' && ids ? await deps.ownersOf([...ids]) : null;
        for (const { stream, caller } of listening) {
          const event = eventFor(caller, topic, ids, owners);
          if (event) stream.send('change', event);
        }
      } catch (error) {
        deps.log.error({ err: error, topic }, 'a change could not be told');
        // Nobody is left with what is old: they come back and read again.
        for (const { stream } of listening) stream.end();
      }
    }
  }

  const beat = setInterval(() => {
    for (const { stream } of [...listeners]) stream.send('heartbeat', {});
  }, heartbeat);
  beat.unref();

  return {
    get streams() {
      return listeners.size;
    },
    stream(request, { caller, askedAt = Date.now() + 1, address, topics: asked }) {
      const topics = asked.filter((topic) => mayHear(caller, topic));
      // Without an answer to read a browser does not come back by itself.
      if (topics.length === 0) return new Response(null, { status: 204 });
      const isStaff = isAdmin(caller);
      const allowed = isStaff ? maxStreams : maxStreams - staffStreams;
      if (closed || listeners.size >= allowed) return tooMany(503, 30);
      // She left while she was asked who she is: a stream would end before there is anything to end.
      if (request.signal.aborted) return new Response(null, { status: 204 });
      const counted = `${isStaff ? 'staff' : 'public'} ${address}`;
      const ofAddress = perAddress.get(counted) ?? 0;
      if (ofAddress >= maxPerAddress) return tooMany(429, 60);
      perAddress.set(counted, ofAddress + 1);
      const stream = openEventStream(request.signal, () => {
        clearTimeout(shutdown);
        listeners.delete(listener);
        const left = (perAddress.get(counted) ?? 1) - 1;
        if (left > 0) perAddress.set(counted, left);
        else perAddress.delete(counted);
      });
      const shutdown = setTimeout(stream.end, life);
      shutdown.unref();
      const listener: Listener = { stream, caller, topics, address };
      listeners.add(listener);
      // It may have been her: the answer to who she is was on its way then. She comes back and is asked again.
      if (caller && peopleMovedAt >= askedAt) stream.end();
      else stream.send('opened', openedOf(caller, topics, changedAt));
      return stream.response;
    },
    endFor(userId) {
      peopleMovedAt = Date.now();
      for (const { caller, stream } of [...listeners]) if (caller?.userId === userId) stream.end();
    },
    close() {
      closed = true;
      unsubscribe();
      clearInterval(beat);
      clearTimeout(telling);
      for (const { stream } of [...listeners]) stream.end();
    },
  };
}

function mayHear(caller: Caller, topic: Topic): boolean {
  switch (topic) {
    case 'catalog':
      return true;
    case 'orders':
      return caller !== null;
    case 'messages':
      return isAdmin(caller);
    case 'people':
      return caller?.role === 'super_admin';
  }
}

/** How long ago a topic changed. When others last ordered is none of a customer's business. */
function openedOf(caller: Caller, topics: readonly Topic[], changedAt: ReadonlyMap<Topic, number>): Opened {
  const ages = topics.map((topic) => {
    const hearsAll = topic !== 'orders' || isAdmin(caller);
    return [topic, hearsAll ? Date.now() - changedAt.get(topic)! : 0];
  });
  return Object.fromEntries(ages) as Opened;
}

/** What this caller is told of a change; null when it is none of her business. */
function eventFor(
  caller: Caller,
  topic: Topic,
  ids: Ids,
  owners: ReadonlyMap<string, string> | null,
): RealtimeEvent | null {
  if (!ids) return { type: topic };
  const hearsAll: boolean = topic !== 'orders' || isAdmin(caller);
  if (hearsAll) return { type: topic, ids: [...ids] };
  const userId = caller?.userId;
  const own = [...ids].filter((id) => userId !== undefined && owners?.get(id) === userId);
  return own.length > 0 ? { type: topic, ids: own } : null;
}

const tooMany = (status: number, seconds: number) =>
  new Response('Too many streams', {
    status,
    headers: { 'retry-after': String(seconds), 'cache-control': 'no-store' },
  });
