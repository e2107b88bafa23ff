import { listTimeline } from '../timeline/server/timeline.repository.ts';
import { submittedNotes } from '../timeline/timeline.ts';
import { type OrderDeps, os } from './deps.ts';
import { findOrder } from './order.repository.ts';
import { listExistingProducts } from './order-history.repository.ts';
import { orderOf } from './order-shape.ts';

/** One order with its customer and its timeline, in which the submission has the notes that it came with. */
export const getForAdmin = ({ database }: OrderDeps) =>
  os.getForAdmin.handler(({ context, input, errors }) =>
    database.asCaller(context.user, async (tx) => {
      const row = await findOrder(tx, input.id);
      if (!row) throw errors.NOT_FOUND();
      const timeline = await listTimeline(tx, row.id);
      const { items, ...order } = orderOf(row);
      const existing = await listExistingProducts(
        tx,
        items.map((item) => item.productId),
      );
      const notes = submittedNotes(row.items, timeline);
      return {
        ...order,
        dueDay: row.dueDay,
        items: items.map((item) => ({ ...item, inShop: existing.has(item.productId) })),
        customer: { name: row.customerName, email: row.customerEmail, phone: row.customerPhone },
        events: timeline.map((entry) =>
          entry.kind === 'submitted' && notes ? { ...entry, detail: { ...entry.detail, notes } } : entry,
        ),
      };
    }),
  );
