import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cutConnection } from '#db/cut-connection.ts';
import type { Log } from '#platform/log.ts';

/** The effect of a statement on a table. Without ids: too many rows to name. */
export interface Change {
  /** '*' when changes may have been missed: all cached data must be read again. */
  table: string;
  op: 'insert' | 'update' | 'delete' | 'truncate' | 'missed';
  ids?: readonly string[];
}

export interface Changes {
  /** Calls `listener` for every committed change, in order. Returns the function that unsubscribes. */
  subscribe(listener: (change: Change) => void): () => void;
  /** Resolves when the first connection is established. */
  ready: Promise<void>;
  /** False while the connection is lost: no changes are received. */
  isListening(): boolean;
  /** Time since the last proof that all changes were received, ms. Infinity before the first connection. */
  silentFor(): number;
  /**
   * Waits until every change committed before the call was delivered to the subscribers: a notification makes the
   * round trip behind them. Await it after a write, before answering. Without a connection it returns at once; then
   * cached data must be treated as stale.
   */
  waitForInvalidation(): Promise<void>;
  /**
   * Sends a message, up to 7,000 bytes, to all processes, this one too. Nothing is stored: without a connection it is
   * lost.
   */
  broadcast(message: string): Promise<void>;
  /** Calls `listener` for every message of `broadcast`. Returns the function that unsubscribes. */
  onBroadcast(listener: (message: string) => void): () => void;
  close(): Promise<void>;
}

export interface ChangesOptions {
  /** A direct connection, without a transaction pooler, because it listens. */
  url: string;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** How often a silent connection is probed, in ms. */
  probeEvery?: number;
  /** How long a round trip may take before the connection counts as lost, in ms. */
  patience?: number;
}

const RETRY_MS = [50, 100, 250, 500, 1000, 2000, 5000];

/** The process's single listening connection to PostgreSQL. */
export function createChanges({ url, log, probeEvery = 2_000, patience = 3_000 }: ChangesOptions): Changes {
  const listeners = new Set<(change: Change) => void>();
  const messageListeners = new Set<(message: string) => void>();
  const sender = randomUUID();
  const closing = new AbortController();
  let line: Line | null = null;
  /** By performance.now(): everything committed before it was delivered. */
  let receivedUntil = Number.NEGATIVE_INFINITY;
  const onReceived = (until: number) => {
    receivedUntil = Math.max(receivedUntil, until);
  };
  let firstStands = () => {};
  const ready = new Promise<void>((resolve) => {
    firstStands = resolve;
  });

  function notify(change: Change): void {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        log.error({ err: error, change }, 'a listener of changes failed');
      }
    }
  }

  function onLost(): void {
    if (line === null) return;
    line = null;
    if (closing.signal.aborted) return;
    log.warn('the connection that hears changes was lost');
    notify({ table: '*', op: 'missed' });
  }

  async function run(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; failures++) {
      try {
        const opened = await openLine({
          url,
          sender,
          patience,
          tell: notify,
          onMessage: (message) => {
            for (const listener of messageListeners) listener(message);
          },
          log,
          onReceived,
          onLost,
          closing: closing.signal,
        });
        if (closing.signal.aborted) {
          opened.end();
          break;
        }
        line = opened;
        onReceived(performance.now());
        // Data may have been read and cached before the first connection too.
        notify({ table: '*', op: 'missed' });
        if (failures > 0) log.info('changes are heard again');
        failures = 0;
        firstStands();
        const probe = setInterval(() => void opened.roundTrip(), probeEvery);
        probe.unref();
        await opened.lost;
        clearInterval(probe);
        onLost();
      } catch (error) {
        if (closing.signal.aborted) break;
        log.warn({ err: error }, 'no connection to hear changes');
      }
      await sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)], undefined, {
        signal: closing.signal,
        ref: false,
      }).catch(() => {});
    }
  }
  const running = run();

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ready,
    isListening: () => line !== null,
    silentFor: () => performance.now() - receivedUntil,
    waitForInvalidation: async () => line?.roundTrip(),
    broadcast: async (message) => line?.send(message),
    onBroadcast(listener) {
      messageListeners.add(listener);
      return () => messageListeners.delete(listener);
    },
    async close() {
      closing.abort();
      line?.end();
      await running;
    },
  };
}

interface Line {
  /** Resolves when everything committed before was received, or when the connection is lost. */
  roundTrip(): Promise<void>;
  send(message: string): Promise<void>;
  lost: Promise<void>;
  end(): void;
}

/** One connection from its LISTEN to its end. Rejects if it cannot be established. */
async function openLine(options: {
  url: string;
  sender: string;
  patience: number;
  tell: (change: Change) => void;
  onMessage: (message: string) => void;
  log: ChangesOptions['log'];
  /** Called when everything committed before this time was received. */
  onReceived: (until: number) => void;
  /** Called at once, before pending round trips resolve. */
  onLost: () => void;
  /** Aborts the attempt; an established connection is ended by `end`. */
  closing: AbortSignal;
}): Promise<Line> {
  const { url, sender, patience, tell, onMessage, log, onReceived, onLost, closing } = options;
  const client = new pg.Client({
    connectionString: url,
    application_name: 'aso-house changes',
    connectionTimeoutMillis: patience + 2_000,
    // Includes LISTEN: the network may become silent right after the handshake.
    query_timeout: patience,
    keepAlive: true,
  });
  const waiting = new Map<string, () => void>();
  let trips = 0;
  let pending = false;
  let next: Promise<void> | null = null;
  let isLost = false;
  let lose = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = () => {
      if (isLost) return;
      isLost = true;
      onLost();
      for (const arrived of waiting.values()) arrived();
      waiting.clear();
      resolve();
    };
  });

  client.on('error', (error) => {
    log.warn({ err: error }, 'the connection that hears changes failed');
    lose();
  });
  client.on('end', lose);
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === 'shop') {
      waiting.get(payload)?.();
      return;
    }
    if (channel === 'messages') {
      onMessage(payload);
      return;
    }
    const change = changeOf(payload);
    if (change) tell(change);
    else log.error({ payload: payload.slice(0, 200) }, 'a change that cannot be read');
  });

  /** A connection that does not answer in time is treated as lost. */
  const cut = () => {
    lose();
    cutConnection(client);
  };

  async function trip(): Promise<void> {
    const token = `${sender}:${++trips}`;
    const began = performance.now();
    pending = true;
    const timer = setTimeout(cut, patience);
    try {
      const arrived = new Promise<void>((resolve) => waiting.set(token, resolve));
      client.query('select pg_notify($1, $2)', ['shop', token]).catch(cut);
      await arrived;
      if (!isLost) onReceived(began);
    } finally {
      clearTimeout(timer);
      waiting.delete(token);
      pending = false;
    }
  }

  let current: Promise<void> = Promise.resolve();
  function roundTrip(): Promise<void> {
    if (isLost) return Promise.resolve();
    if (!pending) {
      current = trip();
      return current;
    }
    // The current round trip may have passed this caller's commit; all waiting callers share the next one.
    next ??= current.then(() => {
      next = null;
      if (isLost) return;
      current = trip();
      return current;
    });
    return next;
  }

  const abandon = () => cutConnection(client);
  closing.addEventListener('abort', abandon);
  try {
    await client.connect();
    await client.query('listen changes; listen shop; listen messages');
  } catch (error) {
    abandon();
    throw error;
  } finally {
    closing.removeEventListener('abort', abandon);
  }
  const send = async (message: string) => {
    await client.query('select pg_notify($1, $2)', ['messages', message]).catch(cut);
  };
  return { roundTrip, send, lost, end: () => void client.end().catch(() => {}) };
}

const OPS: readonly string[] = ['insert', 'update', 'delete', 'truncate'];

function changeOf(payload: string): Change | null {
  try {
    const { table, op, ids } = JSON.parse(payload) as Record<string, unknown>;
    if (typeof table !== 'string' || typeof op !== 'string' || !OPS.includes(op)) return null;
    return { table, op: op as Change['op'], ...(Array.isArray(ids) && { ids: ids.map(String) }) };
  } catch {
    return null;
  }
}
