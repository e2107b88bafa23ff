import { isWaiting } from '../order.ts';

/** What is known of an order's way to the seller: its row, a click on the chat link, a press by the staff. */
export type HandoverFact = 'submitted' | 'opened' | 'confirmed';

interface Handover {
  createdAt: string;
  openedAt: string | null;
  confirmedAt: string | null;
}

/** The furthest fact that holds, and since when. */
export function handoverOf({ createdAt, openedAt, confirmedAt }: Handover): {
  fact: HandoverFact;
  since: string;
} {
  if (confirmedAt !== null) return { fact: 'confirmed', since: confirmedAt };
  return openedAt === null ? { fact: 'submitted', since: createdAt } : { fact: 'opened', since: openedAt };
}

/** Pending orders that nobody confirmed, to follow up: whose chat was not opened, and whose chat was. */
export const ORDER_QUEUES = ['unopened', 'unconfirmed'] as const;
export type OrderQueue = (typeof ORDER_QUEUES)[number];

const [MINUTE, HOUR] = [60_000, 3_600_000];

/** How long after the submission, or after the click, an order is in the queue, in minutes. */
export const QUEUE_MINUTES: Record<OrderQueue, number> = { unopened: 30, unconfirmed: 4 * 60 };

export const QUEUE_LABELS: Record<OrderQueue, string> = {
  unopened: 'Not opened for 30 minutes',
  unconfirmed: 'Opened, not confirmed for 4 hours',
};

/** The queue that an order is in, or null. */
export function queueOf(order: Handover & { status: string }, now: number): OrderQueue | null {
  const { fact, since } = handoverOf(order);
  if (order.status !== 'pending' || fact === 'confirmed') return null;
  const queue = fact === 'submitted' ? 'unopened' : 'unconfirmed';
  return now - Date.parse(since) >= QUEUE_MINUTES[queue] * MINUTE ? queue : null;
}

export const REMINDER_CHANNELS = ['whatsapp', 'email'] as const;
export type ReminderChannel = (typeof REMINDER_CHANNELS)[number];

interface Confirmable {
  status: Parameters<typeof isWaiting>[0];
  confirmedAt: unknown;
}

/** Whether the staff may be asked if the customer wrote: somebody waits, and nobody confirmed. */
export const canConfirm = ({ status, confirmedAt }: Confirmable): boolean =>
  isWaiting(status) && confirmedAt === null;

/** Whether the customer may be asked to write: the order can be confirmed, and the account exists. */
export const canRemind = (order: Confirmable & { userId: string | null }): boolean =>
  canConfirm(order) && order.userId !== null;

/** Whether a reminder is so new that another one has to be confirmed. */
export const isRecentReminder = (at: Date, now: number): boolean => now - at.getTime() < 24 * HOUR;
