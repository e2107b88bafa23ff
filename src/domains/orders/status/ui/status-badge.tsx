import { X } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import { type OrderStatus, STATUS_LABELS } from '../../order.ts';

/** An order's status as text: completed green, pending yellow, others blue, cancelled struck through. */
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
