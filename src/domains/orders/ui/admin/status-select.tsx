import { useEffect, useRef } from 'react';
import { cn } from '#design/cn.ts';
import { RelativeTime } from '#design/relative-time.tsx';
import { Select } from '#design/select.tsx';
import { useShop } from '#shared/shop-context.tsx';
import type { OrderSummary } from '../../contract.ts';
import { overtakenText } from '../../office.messages.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../order.ts';
import { STATUS_LABELS } from '../../status-labels.ts';
import { useSetStatus } from './use-set-status.ts';

/** As the customer's badge: completed green, pending yellow, under way blue; what is off is grey. */
const looks: Record<OrderStatus, string> = {
  pending: '[&_select]:bg-warning-soft [&_select]:text-warning',
  processing: '[&_select]:bg-info-soft [&_select]:text-info',
  completed: '[&_select]:bg-success-soft [&_select]:text-success',
  cancelled: '[&_select]:bg-muted [&_select]:text-muted-foreground',
};

/** Sets any status from any other, and says when a colleague had set another than was shown here. */
export function StatusSelect({
  order,
  className,
}: {
  order: Pick<OrderSummary, 'id' | 'orderNumber' | 'status'>;
  className?: string;
}) {
  const { timeZone } = useShop();
  const setStatus = useSetStatus();
  const select = useRef<HTMLSelectElement>(null);
  const busy = setStatus.isPending;
  // Disabled while it worked, it lost the keyboard's place.
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) {
      select.current?.focus({ preventScroll: true });
    }
    wasBusy.current = busy;
  }, [busy]);
  const done = setStatus.data;

  return (
    <div className={cn('grid', className)}>
      <Select
        ref={select}
        aria-label={`Status of order #${order.orderNumber}`}
        className={cn('text-left [&_select]:font-semibold', looks[order.status])}
        disabled={busy}
        value={busy ? 'updating' : order.status}
        onChange={({ target }) =>
          setStatus.mutate({ id: order.id, status: target.value as OrderStatus, shown: order.status })
        }
      >
        {busy ? <option value="updating">Updating...</option> : null}
        {ORDER_STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_LABELS[status]}
          </option>
        ))}
      </Select>
      <p role="status" className="text-left text-sm text-warning">
        {done?.overtaken && !busy ? (
          <span className="mt-1 block">
            {overtakenText(done.overtaken.who, done.before)}{' '}
            <RelativeTime iso={done.overtaken.at} timeZone={timeZone} />.
          </span>
        ) : null}
      </p>
    </div>
  );
}
