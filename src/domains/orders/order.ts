export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const MAX_LINES = 50;
/** Characters of an item's note. */
export const MAX_NOTE = 500;
