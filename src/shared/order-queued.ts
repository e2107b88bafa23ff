/** The localStorage key of the orders that wait for the network. */
export const QUEUE_KEY = 'order-queue';

/** The localStorage key of the idempotency keys that may have reached the shop, newest last. */
export const TRIED_KEY = 'tried-orders';

/** The localStorage key of the orders whose opened chats the shop may not know of. */
export const OPENED_KEY = 'opened-chats';

/** Dispatched on the window when the queue of orders or of opened chats has changed in this tab. */
export const ORDER_QUEUED = 'order-queued';
