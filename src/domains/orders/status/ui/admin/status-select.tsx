import { ActionSelect } from '#design/action-select.tsx';
import { cn } from '#design/cn.ts';
import { RelativeTime } from '#design/relative-time.tsx';
import { overtakenText } from '../../../admin.messages.ts';
import type { OrderSummary } from '../../../contract.ts';
import { ORDER_STATUSES, type OrderStatus, STATUS_LABELS } from '../../../order.ts';
import { useSetStatus } from './use-set-status.ts';

/** Same colours as the customer's badge: completed green, pending yellow, processing blue, cancelled grey. */
const looks: Record<OrderStatus, string> = {
  pending: '[&_select]:bg-warning-soft [&_select]:text-warning',
  processing: '[&_select]:bg-info-soft [&_select]:text-info',
  completed: '[&_select]:bg-success-soft [&_select]:text-success',
  cancelled: '[&_select]:bg-muted [&_select]:text-muted-foreground',
};

/**
 * Sets any status from any other, and reports when another staff member had set a status that was not
 * displayed here. If they completed or cancelled the order, the StatusConflictProvider asks first.
 */
export function StatusSelect({
  order: { id, orderNumber, status },
  className,
}: {
  order: Pick<OrderSummary, 'id' | 'orderNumber' | 'status'>;
  className?: string;
}) {
  const { mutate, data: saved, isPending: busy } = useSetStatus();

  return (
    <div className={cn('grid', className)}>
      {/* Printed as text instead of a control. */}
      <p className="hidden font-semibold print:block print:text-right">{STATUS_LABELS[status]}</p>
      <ActionSelect
        aria-label={`Status of order #${orderNumber}`}
        className={cn('text-left print:hidden [&_select]:font-semibold', looks[status])}
        busy={busy}
        value={status}
        onChoose={(next) => mutate({ id, orderNumber, status: next as OrderStatus, shown: status })}
      >
        {ORDER_STATUSES.map((one) => (
          <option key={one} value={one}>
            {STATUS_LABELS[one]}
          </option>
        ))}
      </ActionSelect>
      <p role="status" className="text-left text-sm text-warning">
        {saved?.overtaken && !busy ? (
          <span className="mt-1 block">
            {overtakenText(saved.overtaken.name, saved.before)} <RelativeTime iso={saved.overtaken.at} />.
          </span>
        ) : null}
      </p>
    </div>
  );
}
