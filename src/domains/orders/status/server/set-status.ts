import { changedByOf, isOvertaken } from '#shared/changed-by.ts';
import type { OrderStatus } from '../../order.ts';
import { type OrderDeps, os } from '../../server/deps.ts';
import { insertOrderEvent, lockOrder } from '../../server/order.repository.ts';
import { findLastEvent, updateStatus } from '../../server/order-history.repository.ts';

/** Statuses that are not overwritten unseen. */
const FINAL: ReadonlySet<OrderStatus> = new Set(['completed', 'cancelled']);

/**
 * Sets any status from any other, and records the user and the time, in one transaction. Setting the same
 * value again records nothing. Raises STATUS_CHANGED if another user completed or cancelled
 * the order after the screen displayed it.
 */
export const setStatus = ({ database, clock }: OrderDeps) =>
  os.setStatus.handler(({ context: { user }, input: { id, status, shown }, errors }) =>
    database.asCaller(user, async (tx) => {
      const order = await lockOrder(tx, id);
      if (!order) throw errors.NOT_FOUND();
      const before = order.status;
      // Without an event the status was written directly in the database.
      const event = isOvertaken(before, shown) ? await findLastEvent(tx, id, 'status') : undefined;
      const overtaken =
        event === undefined ? null : changedByOf(event?.actorName, event?.createdAt ?? order.updatedAt);
      if (overtaken && before !== status && FINAL.has(before)) {
        throw errors.STATUS_CHANGED({ data: { ...overtaken, status: before } });
      }
      if (before !== status) {
        await updateStatus(tx, id, { status, updatedAt: clock.now() });
        const detail = { before, after: status };
        await insertOrderEvent(tx, { orderId: id, kind: 'status', detail, actorId: user.userId });
      }
      return { id, status, before, overtaken };
    }),
  );
