import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarPlus, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import { IconButton } from '#design/icon-button.tsx';
import { PresenceBadge } from '#design/presence.tsx';
import { QueryError } from '#design/query-error.tsx';
import { useKeptFocus } from '#design/use-kept-focus.ts';
import { useOperation } from '#design/use-operation.ts';
import { codeOf } from '#shared/messages.ts';
import { useShop } from '#shared/shop-context.tsx';
import { deletePlanMessages, plannedFailed } from '../../messages.ts';
import type { PlannedChange, PlannedKind } from '../../planned.contract.ts';
import { longDay, plannedMark, plannedText } from '../../planned-text.ts';
import { plannedQuery, useCalendarApi, useCalendarChanged } from './calendar.queries.ts';
import { PlannedDialog } from './planned-dialog.tsx';
import { SeeShop } from './see-shop.tsx';

/** 'Price changes to ₦18,000.00 on 12 December 2026': what will happen to a thing, above its form. */
export function PlannedMarks({ thingId, className }: { thingId: string; className?: string }) {
  const { data } = useQuery(plannedQuery(useCalendarApi(), thingId));
  const { currency } = useShop();
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label="What will change" className={cn('grid gap-1', className)}>
      {data.items.map((planned) => (
        <li
          key={planned.id}
          className="flex items-start gap-2 justify-self-start bg-info-soft px-2.5 py-1 font-semibold text-info text-sm"
        >
          <CalendarClock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {plannedMark(planned, currency)}
        </li>
      ))}
    </ul>
  );
}

/** What is planned for a product or slide: added, changed and removed here, apart from its form. */
export function PlannedChanges({
  kind,
  thingId,
  heading: Heading = 'h3',
  className,
}: {
  kind: PlannedKind;
  thingId: string;
  /** 'h2' directly below the heading of a page. */
  heading?: 'h2' | 'h3';
  className?: string;
}) {
  const api = useCalendarApi();
  const query = useQuery(plannedQuery(api, thingId));
  const { data } = query;
  const [opened, setOpened] = useState<PlannedChange | 'new'>();
  const changed = useCalendarChanged();
  const keptFocus = useKeptFocus<HTMLElement>();
  const path = kind === 'product' ? `/products/${thingId}` : '/';
  const remove = useOperation({
    mutationFn: ({ id }: PlannedChange) => api.calendar.deletePlannedChange({ id, kind }),
    messages: deletePlanMessages,
    onSuccess: () => void changed(),
    onError: (failure) => void (codeOf(failure) === 'NOT_FOUND' && changed()),
  });
  return (
    <section
      aria-label="Planned changes"
      className={cn('grid grid-cols-1 gap-2 border-t pt-4', className)}
      {...keptFocus}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Heading className="font-semibold">Planned changes</Heading>
        {data ? (
          <div className="flex flex-wrap gap-2">
            <SeeShop day={data.items[0]?.day ?? data.today} today={data.today} path={path} />
            <Button variant="outline" onClick={() => setOpened('new')}>
              <CalendarPlus aria-hidden="true" />
              Plan a change
            </Button>
          </div>
        ) : null}
      </div>
      {data ? null : <QueryError query={query} {...plannedFailed} />}
      {data?.items.length === 0 ? (
        <p className="text-muted-foreground">Nothing is planned. A change is done when its day begins.</p>
      ) : null}
      <ul className="grid grid-cols-1">
        {data?.items.map((planned) => (
          <PlannedItem
            key={planned.id}
            planned={planned}
            busy={remove.isPending && remove.variables?.id === planned.id}
            onChange={() => setOpened(planned)}
            onRemove={() => remove.mutate(planned)}
          />
        ))}
      </ul>
      {data && opened ? (
        <PlannedDialog
          key={opened === 'new' ? 'new' : opened.id}
          kind={kind}
          thingId={thingId}
          planned={opened === 'new' ? undefined : (data.items.find(({ id }) => id === opened.id) ?? opened)}
          today={data.today}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </section>
  );
}

function PlannedItem({
  planned,
  busy,
  onChange,
  onRemove,
}: {
  planned: PlannedChange;
  busy: boolean;
  onChange: () => void;
  onRemove: () => void;
}) {
  const { currency } = useShop();
  const text = plannedText(planned.to, currency);
  const name = `${text} on ${longDay(planned.day)}`;
  return (
    <li className="flex items-center justify-between gap-3 border-b py-1 last:border-0">
      <p className="min-w-0">
        <span className="font-semibold">{text}</span>{' '}
        <span className="text-muted-foreground">
          on <time dateTime={planned.day}>{longDay(planned.day)}</time>
          {planned.plannedBy ? `, planned by ${planned.plannedBy}` : ''}
        </span>{' '}
        <PresenceBadge kind="planned-change" id={planned.id} />
      </p>
      <span className="flex shrink-0">
        <IconButton label={`Change: ${name}`} title="Change" onClick={onChange}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton
          label={`Remove: ${name}`}
          title="Remove"
          aria-busy={busy || undefined}
          onClick={busy ? undefined : onRemove}
          className="text-danger"
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}
