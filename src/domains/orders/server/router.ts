import { gated } from '#platform/rpc/gate.ts';
import { ordersContract } from '../contract.ts';
import { deleteItem } from './delete-item.ts';
import type { OrderDeps } from './deps.ts';
import { listAllOrders, orderTotals } from './list-all-orders.ts';
import { markOpened } from './mark-opened.ts';
import { getOrderForAdmin } from './read-admin-order.ts';
import { findSubmitted, getOrder, listOwnOrders } from './read-orders.ts';
import { setStatus } from './set-status.ts';
import { submitOrder } from './submit-order.ts';
import { updateNote } from './update-note.ts';

export function ordersRouter(deps: OrderDeps) {
  const os = gated(ordersContract);
  return {
    submit: os.submit.handler(({ context, input, errors }) =>
      submitOrder({ ...deps, errors }, context.user, input, context.ipAddress),
    ),
    findSubmitted: os.findSubmitted.handler(({ context, input }) =>
      findSubmitted(deps, context.user, input.idempotencyKey),
    ),
    listMine: os.listMine.handler(({ context, input }) => listOwnOrders(deps, context.user, input.page)),
    get: os.get.handler(({ context, input, errors }) =>
      getOrder({ ...deps, errors }, context.user, input.id),
    ),
    updateNote: os.updateNote.handler(({ context, input, errors }) =>
      updateNote({ ...deps, errors }, context.user, input),
    ),
    markOpened: os.markOpened.handler(({ context, input, errors }) =>
      markOpened({ ...deps, errors }, context.user, input.id),
    ),
    listAll: os.listAll.handler(({ context, input }) => listAllOrders(deps, context.user, input)),
    getForAdmin: os.getForAdmin.handler(({ context, input, errors }) =>
      getOrderForAdmin({ ...deps, errors }, context.user, input.id),
    ),
    totals: os.totals.handler(({ context }) => orderTotals(deps, context.user)),
    setStatus: os.setStatus.handler(({ context, input, errors }) =>
      setStatus({ ...deps, errors }, context.user, input),
    ),
    deleteItem: os.deleteItem.handler(({ context, input, errors }) =>
      deleteItem({ ...deps, errors }, context.user, input.id),
    ),
  };
}
