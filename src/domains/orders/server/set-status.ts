import { v7 as uuidv7 } from 'uuid';
import type { SignedIn } from '#shared/caller.ts';
import { changedByOf } from '#shared/changed-by.ts';
import { DomainError } from '#shared/errors.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import type { OrderStatus } from '../order.ts';
import type { OrderDeps } from './deps.ts';
import { findCustomer, lockOrder, type OrderRow, type OrderTransaction } from './order.repository.ts';
import { findLastEvent, insertLaterEvent, updateStatus } from './order-history.repository.ts';

export interface StatusChange {
  id: string;
  status: OrderStatus;
  /** What the screen said before. */
  shown?: OrderStatus | undefined;
}

export interface StatusChanged {
  id: string;
  status: OrderStatus;
  before: OrderStatus;
  overtaken: ChangedBy | null;
}

/** What nobody undoes without having seen it. */
const FINAL: ReadonlySet<OrderStatus> = new Set(['completed', 'cancelled']);

/**
 * Sets any status from any other, and keeps who did it and when, in one transaction. The same value again is
 * not kept. Throws NOT_FOUND, and STATUS_CHANGED when somebody has completed or cancelled it since the screen showed it.
 */
export function setStatus(
  deps: Pick<OrderDeps, 'database' | 'clock'>,
  user: SignedIn,
  { id, status, shown }: StatusChange,
): Promise<StatusChanged> {
  return deps.database.asCaller(user, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw new DomainError('NOT_FOUND');
    const overtaken = shown === undefined || shown === order.status ? null : await lastSetBy(tx, order);
    if (overtaken && order.status !== status && FINAL.has(order.status)) {
      throw new DomainError('STATUS_CHANGED', { ...overtaken, status: order.status });
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

/** Only what was written past the shop, straight into the database, has no event. */
async function lastSetBy(tx: OrderTransaction, order: OrderRow): Promise<ChangedBy> {
  const event = await findLastEvent(tx, order.id, 'status');
  return changedByOf(event?.actorName, event?.createdAt ?? order.updatedAt);
}
