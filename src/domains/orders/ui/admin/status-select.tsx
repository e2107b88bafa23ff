import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cn } from '#design/cn.ts';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { Select } from '#design/select.tsx';
import { codeOf, dataOf } from '#shared/messages.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { OrderSummary } from '../../contract.ts';
import { overtakenText } from '../../office.messages.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../order.ts';
import { STATUS_LABELS } from '../../status-labels.ts';
import { readOrdersAgain } from './office-orders.queries.ts';
import { useSetStatus } from './use-set-status.ts';

/** As the customer's badge: completed green, pending yellow, under way blue; what is off is grey. */
const looks: Record<OrderStatus, string> = {
  pending: '[&_select]:bg-warning-soft [&_select]:text-warning',
  processing: '[&_select]:bg-info-soft [&_select]:text-info',
  completed: '[&_select]:bg-success-soft [&_select]:text-success',
  cancelled: '[&_select]:bg-muted [&_select]:text-muted-foreground',
};

/** What was to be set, and what another staff member has set instead. */
type Conflict = ChangedBy & { status: OrderStatus; wanted: OrderStatus };

/**
 * Sets any status from any other, and says when another staff member had set another than was shown here. It asks first
 * when they completed or cancelled the order.
 */
export function StatusSelect({
  order,
  className,
}: {
  order: Pick<OrderSummary, 'id' | 'orderNumber' | 'status'>;
  className?: string;
}) {
  const { timeZone } = useShop();
  const setStatus = useSetStatus();
  const queryClient = useQueryClient();
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
  const [conflict, setConflict] = useState<Conflict>();
  const set = (wanted: OrderStatus, shown: OrderStatus) => {
    setConflict(undefined);
    setStatus.mutate(
      { id: order.id, status: wanted, shown },
      {
        onError: (error) => {
          if (codeOf(error) !== 'STATUS_CHANGED') return;
          setConflict({ ...(dataOf<Conflict>(error) as Conflict), wanted });
        },
      },
    );
  };

  return (
    <div className={cn('grid', className)}>
      {/* On paper a word, not a control. */}
      <p className="hidden font-semibold print:block print:text-right">{STATUS_LABELS[order.status]}</p>
      <Select
        ref={select}
        aria-label={`Status of order #${order.orderNumber}`}
        className={cn('text-left print:hidden [&_select]:font-semibold', looks[order.status])}
        disabled={busy}
        value={busy ? 'updating' : order.status}
        onChange={({ target }) => set(target.value as OrderStatus, order.status)}
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
      {conflict ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => {
            if (open) return;
            setConflict(undefined);
            void readOrdersAgain(queryClient);
          }}
          title={`Order #${order.orderNumber} is ${STATUS_LABELS[conflict.status].toLowerCase()}`}
          description={
            <>
              {conflict.who} set it to {STATUS_LABELS[conflict.status]}{' '}
              <RelativeTime iso={conflict.at} timeZone={timeZone} />. Set it to{' '}
              {STATUS_LABELS[conflict.wanted]} anyway?
            </>
          }
          confirmLabel={`Set to ${STATUS_LABELS[conflict.wanted]}`}
          cancelLabel={`Leave it ${STATUS_LABELS[conflict.status].toLowerCase()}`}
          onConfirm={() => set(conflict.wanted, conflict.status)}
        />
      ) : null}
    </div>
  );
}
