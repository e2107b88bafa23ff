import { v7 as uuidv7 } from 'uuid';
import type { SignedIn } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import type { OrderDeps } from './deps.ts';
import { findCustomer, findOrder, insertOrderEvent, updateOpened } from './order.repository.ts';

/**
 * Records that the owner pressed 'Continue to WhatsApp'; whether the message was sent is unknown. Only the
 * first call has an effect. NOT_FOUND for an order that is not the caller's own.
 */
export function markOpened(
  deps: Pick<OrderDeps, 'database' | 'clock'> & Raises<'NOT_FOUND'>,
  user: SignedIn,
  orderId: string,
): Promise<{ openedAt: string }> {
  return deps.database.asCaller(user, async (tx) => {
    const first = await updateOpened(tx, { orderId, userId: user.userId, openedAt: deps.clock.now() });
    if (first) {
      await insertOrderEvent(tx, {
        id: uuidv7(),
        orderId,
        kind: 'opened',
        actorId: user.userId,
        actorName: (await findCustomer(tx, user.userId))?.name ?? '',
      });
    }
    const order = await findOrder(tx, orderId);
    if (order?.userId !== user.userId || !order.openedAt) throw deps.errors.NOT_FOUND();
    return { openedAt: order.openedAt.toISOString() };
  });
}
