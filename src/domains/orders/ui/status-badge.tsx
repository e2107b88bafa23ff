import { Badge } from '#design/badge.tsx';
import type { OrderStatus } from '../order.ts';
import { STATUS_LABELS } from '../status-labels.ts';

/** How far an order is: completed green, pending yellow, others blue, and always in words. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const variant = status === 'completed' ? 'success' : status === 'pending' ? 'warning' : 'info';
  return <Badge variant={variant}>{STATUS_LABELS[status]}</Badge>;
}
