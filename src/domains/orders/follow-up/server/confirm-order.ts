import { changedByOf } from '#shared/changed-by.ts';
import { type OrderDeps, os } from '../../server/deps.ts';
import { lockOrder } from '../../server/order.repository.ts';
import { updateConfirmed } from '../../server/order-history.repository.ts';
import { listTimeline } from '../../timeline/server/timeline.repository.ts';

/** Records once that the customer wrote; two presses at once wait for one another. An undo takes it back. */
export const confirmOrder = ({ database, clock }: OrderDeps) =>
  os.confirmOrder.handler(({ context: { user }, input: { id }, errors }) =>
    database.asCaller(user, async (tx) => {
      const order = await lockOrder(tx, id);
      if (!order) throw errors.NOT_FOUND();
      const { confirmedAt } = order;
      if (confirmedAt === null) {
        return { id, confirmedAt: await updateConfirmed(tx, id, clock.now()), earlier: null };
      }
      const last = (await listTimeline(tx, id)).findLast(({ kind }) => kind === 'confirmed');
      return { id, confirmedAt, earlier: changedByOf(last?.name, confirmedAt) };
    }),
  );
