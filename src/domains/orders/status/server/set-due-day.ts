import { changedByOf, isOvertaken } from '#shared/changed-by.ts';
import { type OrderDeps, os } from '../../server/deps.ts';
import { lockOrder } from '../../server/order.repository.ts';
import { updateDueDay } from '../../server/order-history.repository.ts';
import { listTimeline } from '../../timeline/server/timeline.repository.ts';

/**
 * Sets or removes the due day. Setting the same day again records nothing. Raises STALE if another staff member
 * changed the day that the screen displayed.
 */
export const setDueDay = ({ database, clock }: OrderDeps) =>
  os.setDueDay.handler(({ context: { user }, input: { id, dueDay, shown }, errors }) =>
    database.asCaller(user, async (tx) => {
      const order = await lockOrder(tx, id);
      if (!order) throw errors.NOT_FOUND();
      if (order.dueDay === dueDay) return { id, dueDay };
      if (isOvertaken(order.dueDay, shown)) {
        const last = (await listTimeline(tx, id)).findLast(({ kind }) => kind === 'due');
        const changedBy = changedByOf(last?.name, last?.at ?? order.updatedAt);
        throw errors.STALE({ data: { ...changedBy, current: { dueDay: order.dueDay } } });
      }
      await updateDueDay(tx, id, { dueDay, updatedAt: clock.now() });
      return { id, dueDay };
    }),
  );
