import { Badge } from '#design/badge.tsx';
import type { OrderStatus } from '../order.ts';

const labels: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** How far an order is: completed green, pending yellow, others blue, and always in words. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const variant = status === 'completed' ? 'success' : status === 'pending' ? 'warning' : 'info';
  return <Badge variant={variant}>{labels[status]}</Badge>;
}
