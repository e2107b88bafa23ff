import { ADMIN_PAGE_SIZE, readPage } from '#shared/pages.ts';
import { deleteItem } from './delete-item.ts';
import { type OrderDeps, os } from './deps.ts';
import { listAllOrders, orderTotals } from './list-all-orders.ts';
import {
  countOrdersOf,
  findOrder,
  findOrderByKey,
  insertOrderEvent,
  listOrdersOf,
  updateOpened,
} from './order.repository.ts';
import { listExistingProducts, listOrderEvents } from './order-history.repository.ts';
import { orderOf } from './order-shape.ts';
import { setStatus } from './set-status.ts';
import { setStatuses } from './set-statuses.ts';
import { submitOrder } from './submit-order.ts';
import { updateNote } from './update-note.ts';

export function ordersRouter(deps: OrderDeps) {
  const { database } = deps;
  return {
    submit: os.submit.handler(({ context, input, errors }) =>
      submitOrder({ ...deps, errors }, context.user, input, context.ipAddress),
    ),
    findSubmitted: os.findSubmitted.handler(async ({ context: { user }, input }) => {
      const row = await database.asCaller(user, (tx) =>
        findOrderByKey(tx, user.userId, input.idempotencyKey),
      );
      return row && orderOf(row);
    }),
    listMine: os.listMine.handler(({ context: { user }, input }) =>
      database.asCaller(user, async (tx) => {
        const counted = await countOrdersOf(tx, user.userId);
        const { items, ...page } = await readPage({ requested: input.page, counted }, (_, offset) =>
          listOrdersOf(tx, user.userId, { limit: ADMIN_PAGE_SIZE, offset }),
        );
        return { orders: items.map(orderOf), ...page };
      }),
    ),
    // NOT_FOUND also for another customer's order, which row level security hides.
    get: os.get.handler(async ({ context, input, errors }) => {
      const row = await database.asCaller(context.user, (tx) => findOrder(tx, input.id));
      if (!row) throw errors.NOT_FOUND();
      return orderOf(row);
    }),
    updateNote: updateNote(deps),
    // Whether the message was sent is unknown. Only the first call has an effect.
    markOpened: os.markOpened.handler(({ context: { user }, input: { id: orderId }, errors }) =>
      database.asCaller(user, async (tx) => {
        const first = await updateOpened(tx, {
          orderId,
          userId: user.userId,
          openedAt: deps.clock.now(),
        });
        if (first) await insertOrderEvent(tx, { orderId, kind: 'opened', actorId: user.userId });
        const order = await findOrder(tx, orderId);
        if (order?.userId !== user.userId || !order.openedAt) throw errors.NOT_FOUND();
        return { openedAt: order.openedAt };
      }),
    ),
    listAll: listAllOrders(deps),
    getForAdmin: os.getForAdmin.handler(({ context, input, errors }) =>
      database.asCaller(context.user, async (tx) => {
        const row = await findOrder(tx, input.id);
        if (!row) throw errors.NOT_FOUND();
        const events = await listOrderEvents(tx, row.id);
        const { items, ...order } = orderOf(row);
        const productIds = items.map((item) => item.productId);
        const existing = await listExistingProducts(tx, productIds);
        return {
          ...order,
          items: items.map((item) => ({ ...item, inShop: existing.has(item.productId) })),
          customer: { name: row.customerName, email: row.customerEmail, phone: row.customerPhone },
          events: events.map((event) => ({ ...event, name: event.actorName, at: event.createdAt })),
        };
      }),
    ),
    totals: orderTotals(deps),
    setStatus: setStatus(deps),
    setStatuses: setStatuses(deps),
    deleteItem: deleteItem(deps),
  };
}
