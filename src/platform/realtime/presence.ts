import { z } from 'zod';
import type { Changes } from '#platform/changes/changes.ts';
import { RateLimited } from '#platform/limits/limits.ts';
import {
  PRESENCE_EVERY_MS,
  PRESENCE_EXPIRES_MS,
  PRESENCE_KINDS,
  type PresenceKind,
} from '#shared/presence.ts';

/** What a tab has open, as the processes tell each other. `at` is null when it was closed. */
const report = z.object({
  tab: z.uuid(),
  userId: z.uuid(),
  at: z
    .object({
      kind: z.enum(PRESENCE_KINDS),
      id: z.uuid(),
      /** Of the user. */
      name: z.string().max(500),
      isTyping: z.boolean(),
    })
    .nullable(),
});
export type PresenceReport = z.infer<typeof report>;

/** A user who has something open. */
export interface Present {
  kind: PresenceKind;
  id: string;
  name: string;
  isTyping: boolean;
}

interface Entry extends Present {
  userId: string;
  receivedAt: number;
}

/** Bounds of what one process remembers; beyond them the oldest reports are forgotten. */
const MAX_TABS = 1_000;
const MAX_TABS_PER_USER = 20;
/** Reports of one user to one process per minute; closing, which ends reports, is refused later. */
const MAX_PER_MINUTE = 120;
const MAX_WITH_CLOSING = 240;
/** Somebody who types reports it again after PRESENCE_EVERY_MS; without that they are only here. */
const TYPING_EXPIRES_MS = PRESENCE_EVERY_MS + 3_000;

export interface Presence {
  /** Tells all processes. Not stored anywhere: what is lost is repeated. Throws RateLimited. */
  report(report: PresenceReport): Promise<void>;
  /** What other users have open; a user with several tabs at one thing is listed once. */
  list(exceptUserId: string): Present[];
  /** The name in the user's last report. */
  nameOf(userId: string): string | undefined;
  close(): void;
}

/** Who has what open, in the memory of every process. `onChange` is called when `list` has changed. */
export function createPresence({
  changes,
  onChange,
  sweepEvery = 2_000,
  now = Date.now,
}: {
  changes: Pick<Changes, 'broadcast' | 'onBroadcast'>;
  onChange: () => void;
  /** How often expired reports are dropped, in ms. */
  sweepEvery?: number;
  now?: () => number;
}): Presence {
  /** By user and tab, the oldest report first. */
  const entries = new Map<string, Entry>();
  const reported = new Map<string, { count: number; since: number }>();

  const unsubscribe = changes.onBroadcast((message) => {
    const known = readReport(message);
    if (known) receive(known);
  });

  function receive({ tab, userId, at }: PresenceReport): void {
    const key = `${userId} ${tab}`;
    const before = entries.get(key);
    entries.delete(key);
    if (at) {
      entries.set(key, { ...at, userId, receivedAt: now() });
      const own = [...entries].filter(([, entry]) => entry.userId === userId);
      if (own.length > MAX_TABS_PER_USER) entries.delete(own[0]![0]);
      if (entries.size > MAX_TABS) entries.delete(entries.keys().next().value!);
    }
    if (shownOf(before) !== shownOf(at)) onChange();
  }

  const sweep = setInterval(() => {
    let isChanged = false;
    for (const [key, entry] of entries) {
      const age = now() - entry.receivedAt;
      if (age > PRESENCE_EXPIRES_MS) isChanged = entries.delete(key);
      else if (entry.isTyping && age > TYPING_EXPIRES_MS) {
        entry.isTyping = false;
        isChanged = true;
      }
    }
    for (const [userId, { since }] of reported) if (now() - since > 60_000) reported.delete(userId);
    if (isChanged) onChange();
  }, sweepEvery);
  sweep.unref();

  return {
    async report(one) {
      const counted = reported.get(one.userId) ?? { count: 0, since: now() };
      reported.set(one.userId, counted);
      if (++counted.count > (one.at ? MAX_PER_MINUTE : MAX_WITH_CLOSING)) {
        throw new RateLimited(Math.max(1, Math.ceil((counted.since + 60_000 - now()) / 1000)));
      }
      await changes.broadcast(JSON.stringify(one));
    },
    list(exceptUserId) {
      const present = new Map<string, Present>();
      for (const { userId, kind, id, name, isTyping, receivedAt } of entries.values()) {
        if (userId === exceptUserId || now() - receivedAt > PRESENCE_EXPIRES_MS) continue;
        const key = `${userId} ${id}`;
        present.set(key, { kind, id, name, isTyping: isTyping || present.get(key)?.isTyping === true });
      }
      return [...present.values()];
    },
    nameOf: (userId) => [...entries.values()].findLast((entry) => entry.userId === userId)?.name,
    close() {
      unsubscribe();
      clearInterval(sweep);
    },
  };
}

const shownOf = (one: Present | null | undefined) =>
  one ? `${one.kind} ${one.id} ${one.isTyping} ${one.name}` : '';

/** Null for what is not a report: every role of the database may notify. */
function readReport(message: string): PresenceReport | null {
  try {
    return report.parse(JSON.parse(message));
  } catch {
    return null;
  }
}
