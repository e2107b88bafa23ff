/** The localStorage key of the orders that wait for the network. */
export const QUEUE_KEY = 'order-queue';

/** Dispatched on the window when the queue of orders has changed in this tab. */
export const ORDER_QUEUED = 'order-queued';
