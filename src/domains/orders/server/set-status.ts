import { v7 as uuidv7 } from 'uuid';
import type { SignedIn } from '#shared/caller.ts';
import { changedByOf } from '#shared/changed-by.ts';
import type { Raises } from '#shared/errors.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import type { OrderStatus } from '../order.ts';
import type { OrderDeps } from './deps.ts';
import { findCustomer, lockOrder, type OrderRow, type OrderTransaction } from './order.repository.ts';
import { findLastEvent, insertLaterEvent, updateStatus } from './order-history.repository.ts';

export interface StatusChange {
  id: string;
  status: OrderStatus;
  /** The status the screen displayed. */
  shown?: OrderStatus | undefined;
}

export interface StatusChanged {
  id: string;
  status: OrderStatus;
  before: OrderStatus;
  overtaken: ChangedBy | null;
}

/** Statuses that are not overwritten unseen. */
const FINAL: ReadonlySet<OrderStatus> = new Set(['completed', 'cancelled']);

/**
 * Sets any status from any other, and records the user and the time, in one transaction. Setting the same
 * value again records nothing. Raises STATUS_CHANGED if another user completed or cancelled
 * the order after the screen displayed it.
 */
export function setStatus(
  deps: Pick<OrderDeps, 'database' | 'clock'> &
    Raises<'NOT_FOUND', { STATUS_CHANGED: ChangedBy & { status: OrderStatus } }>,
  user: SignedIn,
  { id, status, shown }: StatusChange,
): Promise<StatusChanged> {
  return deps.database.asCaller(user, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw deps.errors.NOT_FOUND();
    const overtaken = shown === undefined || shown === order.status ? null : await lastSetBy(tx, order);
    if (overtaken && order.status !== status && FINAL.has(order.status)) {
      throw deps.errors.STATUS_CHANGED({ data: { ...overtaken, status: order.status } });
    }
    if (order.status !== status) {
      await updateStatus(tx, order.id, { status, updatedAt: deps.clock.now() });
      await insertLaterEvent(tx, {
        id: uuidv7(),
        orderId: order.id,
        kind: 'status',
        detail: { before: order.status, after: status },
        actorId: user.userId,
        actorName: (await findCustomer(tx, user.userId))?.name ?? '',
      });
    }
    return { id: order.id, status, before: order.status, overtaken };
  });
}

/** Returns null if the status was written directly in the database, which records no event. */
async function lastSetBy(tx: OrderTransaction, order: OrderRow): Promise<ChangedBy> {
  const event = await findLastEvent(tx, order.id, 'status');
  return changedByOf(event?.actorName, event?.createdAt ?? order.updatedAt);
}
