import { ADMIN_PAGE_SIZE, readPage } from '#shared/pages.ts';
import { getCustomer } from '../customers/server/get-customer.ts';
import { confirmOrder } from '../follow-up/server/confirm-order.ts';
import { remindCustomer } from '../follow-up/server/remind-customer.ts';
import { listAll } from '../list/server/list-all.ts';
import { totals } from '../list/server/totals.ts';
import { checkMessage } from '../message/server/check-message.ts';
import { sales } from '../sales/server/sales.ts';
import { setDueDay } from '../status/server/set-due-day.ts';
import { setStatus } from '../status/server/set-status.ts';
import { setStatuses } from '../status/server/set-statuses.ts';
import { isOfOther, submitOrder } from '../submission/server/submit-order.ts';
import { addStaffNote, deleteStaffNote } from '../timeline/server/staff-notes.ts';
import { deleteItem } from './delete-item.ts';
import { type OrderDeps, os } from './deps.ts';
import { getForAdmin } from './get-for-admin.ts';
import {
  countOrdersOf,
  findOrder,
  findOrderByKey,
  insertOrderEvent,
  listOrdersOf,
  updateOpened,
} from './order.repository.ts';
import { maySee, orderOf } from './order-shape.ts';
import { updateNote } from './update-note.ts';

export function ordersRouter(deps: OrderDeps) {
  const { database } = deps;
  return {
    submit: os.submit.handler(({ context, input, errors }) =>
      submitOrder({ ...deps, errors }, context.user, input, context.ipAddress),
    ),
    findSubmitted: os.findSubmitted.handler(async ({ context: { user }, input, errors }) => {
      if (isOfOther(input, user)) throw errors.OTHER_ACCOUNT();
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
    // NOT_FOUND also for another customer's order, which row level security hides too.
    get: os.get.handler(async ({ context: { user }, input, errors }) => {
      const row = await database.asCaller(user, (tx) => findOrder(tx, input.id));
      if (!row || !maySee(row, user)) throw errors.NOT_FOUND();
      return orderOf(row);
    }),
    updateNote: updateNote(deps),
    // Whether the message was sent is unknown. Only the first call has an effect.
    markOpened: os.markOpened.handler(async ({ context: { user }, input, errors }) => {
      if (isOfOther(input, user)) throw errors.OTHER_ACCOUNT();
      const orderId = input.id;
      return database.asCaller(user, async (tx) => {
        const first = await updateOpened(tx, {
          orderId,
          userId: user.userId,
          openedAt: deps.clock.now(),
        });
        if (first) await insertOrderEvent(tx, { orderId, kind: 'opened', actorId: user.userId });
        const order = await findOrder(tx, orderId);
        if (order?.userId !== user.userId || !order.openedAt) throw errors.NOT_FOUND();
        return { openedAt: order.openedAt };
      });
    }),
    listAll: listAll(deps),
    getForAdmin: getForAdmin(deps),
    checkMessage: checkMessage(deps),
    totals: totals(deps),
    setStatus: setStatus(deps),
    setStatuses: setStatuses(deps),
    deleteItem: deleteItem(deps),
    setDueDay: setDueDay(deps),
    confirmOrder: confirmOrder(deps),
    remindCustomer: remindCustomer(deps),
    addStaffNote: addStaffNote(deps),
    deleteStaffNote: deleteStaffNote(deps),
    sales: sales(deps),
    getCustomer: getCustomer(deps),
  };
}
