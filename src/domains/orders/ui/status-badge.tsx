import { X } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import type { OrderStatus } from '../order.ts';
import { STATUS_LABELS } from '../status-labels.ts';

/** How far an order is: completed green, pending yellow, others blue, and always in words. A cancelled one is struck. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const variant = status === 'completed' ? 'success' : status === 'pending' ? 'warning' : 'info';
  const isCancelled = status === 'cancelled';
  return (
    <Badge variant={variant} className={isCancelled ? 'line-through' : ''}>
      {isCancelled ? <X aria-hidden="true" className="size-3.5" /> : null}
      {STATUS_LABELS[status]}
    </Badge>
  );
}
