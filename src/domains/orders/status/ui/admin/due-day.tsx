import { useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { TextField } from '#design/form-fields.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { type Day, dayPlus } from '#shared/dates.ts';
import { codeOf, dataOf } from '#shared/messages.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import { setDueDayMessages } from '../../../admin.messages.ts';
import type { AdminOrder } from '../../../contract.ts';
import { isWaiting } from '../../../order.ts';
import { type AdminOrdersApi, readOrdersAgain, showChange } from '../../../ui/admin/admin-orders.queries.ts';
import { dueOf, nearDay } from '../../due-day.ts';
import { useToday } from './due-badge.tsx';

/** The day by which an order was promised, as a button that changes it. */
export function DueDay({ order }: { order: AdminOrder }) {
  const [isOpen, setOpen] = useState(false);
  const today = useToday();
  const { dueDay } = order;
  const due = dueOf(order, today);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title="Due day"
      description={`By when order #${order.orderNumber} should be ready. Only the staff see it.`}
      trigger={
        <Button
          variant="outline"
          className={due === 'late' ? 'border-danger text-danger' : due === 'today' ? 'text-warning' : ''}
        >
          <CalendarClock aria-hidden="true" />
          {dueDay === null
            ? 'Set due day'
            : `${due === 'late' ? 'Late: due' : 'Due'} ${nearDay(dueDay, today)}`}
        </Button>
      }
    >
      <DueDayForm order={order} today={today} onClose={() => setOpen(false)} />
    </Dialog>
  );
}

function DueDayForm({ order, today, onClose }: { order: AdminOrder; today: Day; onClose: () => void }) {
  const api = useApi<AdminOrdersApi>();
  const queryClient = useQueryClient();
  // The day when the dialog was opened: the order itself follows changes of others.
  const [shown, setShown] = useState(order.dueDay);
  const [day, setDay] = useState(order.dueDay ?? '');
  const [error, setError] = useState<string>();
  const save = useOperation({
    mutationFn: (dueDay: Day | null) => api.orders.setDueDay({ id: order.id, dueDay, shown }),
    messages: setDueDayMessages,
    onSuccess(saved) {
      showChange(queryClient, saved);
      void readOrdersAgain(queryClient);
      onClose();
    },
    onError(refusal) {
      void readOrdersAgain(queryClient);
      if (codeOf(refusal) !== 'STALE') return;
      const { name, current } = dataOf<ChangedBy & { current: { dueDay: Day | null } }>(refusal);
      const theirs = current?.dueDay ?? null;
      setShown(theirs);
      setError(
        `${name} ${theirs ? `set it to ${nearDay(theirs, today)}` : 'removed the day'}. Save again to replace that.`,
      );
    },
  });
  const choose = (chosen: string) => {
    setDay(chosen);
    setError(undefined);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (day === '') setError('Please choose a day');
    else if (!save.isPending) save.mutate(day);
  };
  const soon: [string, number][] = [
    ['Tomorrow', 1],
    ['In 3 days', 3],
    ['In a week', 7],
    ['In 2 weeks', 14],
  ];
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid grid-cols-2 gap-2">
        {soon.map(([label, days]) => (
          <Button
            key={label}
            variant="outline"
            aria-pressed={day === dayPlus(today, days)}
            className="aria-pressed:border-foreground aria-pressed:bg-muted"
            onClick={() => choose(dayPlus(today, days))}
          >
            {label}
          </Button>
        ))}
      </div>
      <TextField
        label="Day"
        type="date"
        value={day}
        max="9999-12-31"
        error={error}
        onChange={({ target }) => choose(target.value)}
      />
      {day !== '' && day < today && isWaiting(order.status) ? (
        <p className="text-sm text-warning">This day is over: the order is marked as late.</p>
      ) : null}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        {order.dueDay === null ? null : (
          <Button variant="ghost" disabled={save.isPending} onClick={() => save.mutate(null)}>
            Remove the due day
          </Button>
        )}
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
