import type { Change, Changes } from '#platform/changes/changes.ts';
import type { Log } from '#platform/log.ts';
import { type Caller, isAdmin } from '#shared/caller.ts';
import { type Opened, TOPICS, type Topic } from '#shared/live/topics.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { createPendingChanges, type Ids, topicsOf } from './pending-changes.ts';

/** Tells a browser to read data again. Without ids: all of the topic. Rows are never sent. */
export interface RealtimeEvent {
  type: Topic;
  ids?: string[];
}

export interface RealtimeDeps {
  changes: Pick<Changes, 'subscribe' | 'isListening'>;
  log: Pick<Log, 'error'>;
  /** The owners of the orders with these ids; unknown ids are omitted. */
  ownersOf(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Heartbeat interval, in ms. */
  heartbeat?: number;
  /** Changes within this time, ms, are sent together. */
  pause?: number;
  /** Streams of this process, and how many of them are reserved for staff. */
  maxStreams?: number;
  staffStreams?: number;
  /** Streams per IP address; staff streams are counted separately. */
  maxPerIpAddress?: number;
  /** Maximum lifetime of a stream, ms: then the browser reconnects and is authenticated again. */
  life?: number;
}

export interface Realtime {
  /**
   * A stream of server-sent events: first `opened` with Opened as data, then `change` with RealtimeEvent, and
   * heartbeats. A visitor gets the catalogue topic, a customer also their own orders, an admin all orders,
   * messages, what staff edit and what others of them have open, a super_admin also people. 204 if no requested topic is permitted; 429 or 503 with Retry-After if there
   * are too many streams.
   */
  stream(request: Request, subscriber: Subscriber): Response;
  /** Sends a change that is not one of the database. */
  receive(change: Change): void;
  /** Ends the streams of a user who signed out, was banned or has another role. */
  endFor(userId: string): void;
  /** Ends all streams, at the shutdown. */
  close(): void;
  readonly streams: number;
}

export interface Subscriber {
  caller: Caller;
  /** When the session was read, by Date.now(). */
  sessionReadAt?: number;
  ipAddress: string;
  topics: readonly Topic[];
}

interface Listener {
  stream: EventStream;
  caller: Caller;
  topics: readonly Topic[];
}

/** Sends changes to browsers, through one listening connection per process. */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { heartbeat = 30_000, pause = 100, maxStreams = 1_000, staffStreams = 100 } = deps;
  const { maxPerIpAddress = 100, life = 1_800_000 } = deps;
  const listeners = new Set<Listener>();
  const perIpAddress = new Map<string, number>();
  const pending = createPendingChanges();
  const changedAt = new Map<Topic, number>(TOPICS.map((topic) => [topic, Date.now()]));
  /** When a user last signed out or got another role, or may have. */
  let usersChangedAt = 0;
  let publishing: NodeJS.Timeout | undefined;
  let closed = false;

  function receive(change: Change): void {
    // A name or role changed, or a session ended (reported with its user's id): the streams are authenticated again.
    // So are all of users when changes are received again, because one of these may have been missed; not when the
    // connection is lost, because it would be missed after that too.
    const isReconnected = change.table === '*' && deps.changes.isListening();
    const isOfUsers = (change.table === 'profiles' && change.op !== 'insert') || change.table === 'sessions';
    if (isOfUsers || isReconnected) {
      usersChangedAt = Date.now();
      for (const { caller, stream } of [...listeners]) {
        if (caller && (change.ids?.includes(caller.userId) ?? true)) stream.end();
      }
    }
    const topics = topicsOf(change.table);
    if (topics.length === 0) return;
    for (const topic of topics) changedAt.set(topic, Date.now());
    pending.add(change);
    publishing ??= setTimeout(() => void publish(), pause);
  }
  const unsubscribe = deps.changes.subscribe(receive);

  async function publish(): Promise<void> {
    publishing = undefined;
    for (const [topic, ids] of pending.takeAll()) {
      // Asked for again after the owners are read: a stream that opened since then knows only of changes before.
      const listening = () => [...listeners].filter(({ topics }) => topics.includes(topic));
      try {
        const needsOwners = topic === 'orders' && ids && listening().length > 0;
        const owners = needsOwners ? await deps.ownersOf([...ids]) : null;
        for (const { stream, caller } of listening()) {
          const event = eventFor(caller, topic, ids, owners);
          if (event) stream.send('change', event);
        }
      } catch (error) {
        deps.log.error({ err: error, topic }, 'a change could not be sent');
        // All clients reconnect and read again, so that none keeps stale data.
        for (const { stream } of listening()) stream.end();
      } finally {
        // Not only when it was received: a stream that is being replaced now gets no event, and its successor
        // compares this age with the time between the two.
        changedAt.set(topic, Date.now());
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
    receive,
    stream(request, { caller, sessionReadAt = Date.now() + 1, ipAddress, topics: requested }) {
      const topics = requested.filter((topic) => mayReceive(caller, topic));
      // Without a readable response a browser does not reconnect by itself.
      if (topics.length === 0) return new Response(null, { status: 204 });
      const isStaff = isAdmin(caller);
      const allowed = isStaff ? maxStreams : maxStreams - staffStreams;
      if (closed || listeners.size >= allowed) return tooMany(503, 30);
      // The client disconnected while its session was read: the abort event would be missed.
      if (request.signal.aborted) return new Response(null, { status: 204 });
      const counted = `${isStaff ? 'staff' : 'public'} ${ipAddress}`;
      const ofIpAddress = perIpAddress.get(counted) ?? 0;
      if (ofIpAddress >= maxPerIpAddress) return tooMany(429, 60);
      perIpAddress.set(counted, ofIpAddress + 1);
      const stream = openEventStream(request.signal, () => {
        clearTimeout(expiry);
        listeners.delete(listener);
        const left = (perIpAddress.get(counted) ?? 1) - 1;
        if (left > 0) perIpAddress.set(counted, left);
        else perIpAddress.delete(counted);
      });
      const expiry = setTimeout(stream.end, life);
      expiry.unref();
      const listener: Listener = { stream, caller, topics };
      listeners.add(listener);
      // The change may concern this user, whose session was read before it. The browser reconnects and is
      // authenticated again.
      if (caller && usersChangedAt >= sessionReadAt) stream.end();
      else stream.send('opened', openedOf(caller, topics, changedAt));
      return stream.response;
    },
    endFor(userId) {
      usersChangedAt = Date.now();
      for (const { caller, stream } of [...listeners]) if (caller?.userId === userId) stream.end();
    },
    close() {
      closed = true;
      unsubscribe();
      clearInterval(beat);
      clearTimeout(publishing);
      for (const { stream } of [...listeners]) stream.end();
    },
  };
}

function mayReceive(caller: Caller, topic: Topic): boolean {
  switch (topic) {
    case 'catalog':
      return true;
    case 'orders':
      return caller !== null;
    case 'messages':
    case 'presence':
    case 'staff':
      return isAdmin(caller);
    case 'people':
      return caller?.role === 'super_admin';
  }
}

/** How long ago a topic changed. Customers do not learn when others last ordered. */
function openedOf(caller: Caller, topics: readonly Topic[], changedAt: ReadonlyMap<Topic, number>): Opened {
  const ages = topics.map((topic) => {
    const receivesAll = topic !== 'orders' || isAdmin(caller);
    return [topic, receivesAll ? Date.now() - changedAt.get(topic)! : 0];
  });
  return Object.fromEntries(ages) as Opened;
}

/** The event this caller gets for a change; null if it is not permitted. */
function eventFor(
  caller: Caller,
  topic: Topic,
  ids: Ids,
  owners: ReadonlyMap<string, string> | null,
): RealtimeEvent | null {
  if (!ids) return { type: topic };
  const receivesAll: boolean = topic !== 'orders' || isAdmin(caller);
  if (receivesAll) return { type: topic, ids: [...ids] };
  const userId = caller?.userId;
  const own = [...ids].filter((id) => userId !== undefined && owners?.get(id) === userId);
  return own.length > 0 ? { type: topic, ids: own } : null;
}

const tooMany = (status: number, seconds: number) =>
  new Response('Too many streams', {
    status,
    headers: { 'retry-after': String(seconds), 'cache-control': 'no-store' },
  });
