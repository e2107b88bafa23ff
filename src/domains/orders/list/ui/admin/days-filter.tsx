import { CalendarDays, X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { TextField } from '#design/form-fields.tsx';
import { type Day, dayPlus } from '#shared/dates.ts';
import { nearDay } from '../../../status/due-day.ts';
import { useToday } from '../../../status/ui/admin/due-badge.tsx';

interface Days {
  from?: Day | undefined;
  to?: Day | undefined;
}

/** Limits the list to orders that were placed on some days; both may be open. */
export function DaysFilter({ from, to, onChange }: Days & { onChange: (days: Days) => void }) {
  const [isOpen, setOpen] = useState(false);
  const today = useToday();
  const show = (days: Days) => {
    setOpen(false);
    onChange(days);
  };
  const isSet = from !== undefined || to !== undefined;
  const recent: [string, Days][] = [
    ['Today', { from: today, to: today }],
    ['Yesterday', { from: dayPlus(today, -1), to: dayPlus(today, -1) }],
    ['Last 7 days', { from: dayPlus(today, -6), to: undefined }],
    ['Last 30 days', { from: dayPlus(today, -29), to: undefined }],
  ];
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = new FormData(event.currentTarget);
    const dayOf = (name: string) => (input.get(name) as string) || undefined;
    const [first, last] = [dayOf('from'), dayOf('to')];
    // Turned around if the days are the wrong way round.
    show(first && last && last < first ? { from: last, to: first } : { from: first, to: last });
  };
  return (
    <span className="flex min-w-0 xl:order-3">
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Placed on"
        trigger={
          <Button
            variant="outline"
            className={isSet ? 'px-3' : 'px-3 sm:px-5'}
            aria-label={isSet ? `Days: ${spanText({ from, to }, today)}` : undefined}
          >
            <CalendarDays aria-hidden="true" />
            {isSet ? (
              <span className="truncate">{spanText({ from, to }, today)}</span>
            ) : (
              <span className="max-sm:sr-only">Days</span>
            )}
          </Button>
        }
      >
        <div className="grid gap-5">
          <div className="grid grid-cols-2 gap-2">
            {recent.map(([label, days]) => (
              <Button key={label} variant="outline" onClick={() => show(days)}>
                {label}
              </Button>
            ))}
          </div>
          <form onSubmit={submit} className="grid gap-4">
            <div className="grid grid-cols-2 gap-3">
              <TextField label="From" type="date" name="from" defaultValue={from} max="9999-12-31" />
              <TextField label="To" type="date" name="to" defaultValue={to} max="9999-12-31" />
            </div>
            <Button type="submit">Show these days</Button>
          </form>
        </div>
      </Dialog>
      {isSet ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Show all days"
          onClick={() => show({ from: undefined, to: undefined })}
        >
          <X aria-hidden="true" />
        </Button>
      ) : null}
    </span>
  );
}

function spanText({ from, to }: Days, today: Day): string {
  if (from && to)
    return from === to ? nearDay(from, today) : `${nearDay(from, today)} – ${nearDay(to, today)}`;
  return from ? `since ${nearDay(from, today)}` : `until ${nearDay(to ?? today, today)}`;
}
