/** There are no transitions between them: any status may follow any other (status/server/set-status.ts). */
export const ORDER_STATUSES = ['pending', 'processing', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The displayed name of each status. */
export const STATUS_LABELS: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** Whether somebody waits for the order: since it was placed, until it is completed or cancelled. */
export const isWaiting = (status: OrderStatus): boolean => status === 'pending' || status === 'processing';

/** Sort orders of the back office's list besides 'newest first'. */
export const ORDER_SORTS = ['waiting', 'due'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/** The most characters of a note of the staff, as in the database. */
export const MAX_STAFF_NOTE = 2000;
