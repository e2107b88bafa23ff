import type { OrderDeps } from '../../server/deps.ts';
import { findOrder, type OrderTransaction, updateWhatsappLink } from '../../server/order.repository.ts';
import { linkOf } from '../../server/order-shape.ts';

/** Writes the chat links of these orders anew, in the transaction that changed their items. */
export async function rewriteLinks(
  { clock, shop }: Pick<OrderDeps, 'clock' | 'shop'>,
  tx: OrderTransaction,
  orderIds: readonly string[],
): Promise<void> {
  for (const id of orderIds) {
    const order = await findOrder(tx, id);
    if (!order) continue;
    const whatsappLink = linkOf(order, order.items, shop);
    await updateWhatsappLink(tx, id, { whatsappLink, updatedAt: clock.now() });
  }
}
