export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const MAX_LINES = 50;
/** Maximum length of an item's note, in characters. */
export const MAX_NOTE = 500;
