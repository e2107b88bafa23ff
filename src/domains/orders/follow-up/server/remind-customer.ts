import { changedByOf } from '#shared/changed-by.ts';
import { type OrderDeps, os } from '../../server/deps.ts';
import { enqueueReminder, insertOrderEvent, lockOrder } from '../../server/order.repository.ts';
import { findLastEvent } from '../../server/order-history.repository.ts';
import { canRemind, isRecentReminder } from '../handover.ts';

/** Records a reminder and, by email, sends it, in one transaction; two at once wait for one another. */
export const remindCustomer = ({ database, clock }: OrderDeps) =>
  os.remindCustomer.handler(({ context: { user }, input: { id: orderId, channel, after }, errors }) =>
    database.asCaller(user, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) throw errors.NOT_FOUND();
      const contact = channel === 'email' ? order.customerEmail : order.customerPhone;
      if (!contact || !canRemind(order)) throw errors.NO_REMINDER();
      const last = await findLastEvent(tx, orderId, 'reminder');
      if (last && last.id !== after && isRecentReminder(last.createdAt, clock.now().getTime())) {
        throw errors.REMINDED({ data: changedByOf(last.actorName, last.createdAt) });
      }
      const detail = { channel };
      const id = await insertOrderEvent(tx, { orderId, kind: 'reminder', detail, actorId: user.userId });
      if (channel === 'email') await enqueueReminder(tx, id);
      return { id };
    }),
  );
