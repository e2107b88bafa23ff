import { Link } from '@tanstack/react-router';
import { CalendarClock, Sparkles } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { PresenceBadge } from '#design/presence.tsx';
import type { Day } from '#shared/dates.ts';
import { useShop } from '#shared/shop-context.tsx';
import { lastShown, occurrencesOf } from '../../calendar-days.ts';
import type { PlannedChange } from '../../planned.contract.ts';
import { plannedText } from '../../planned-text.ts';
import type { Calendar } from './calendar.queries.ts';
import { spanText, weekDay } from './calendar-text.ts';
import { SeeShop } from './see-shop.tsx';

/** The special days of the eight weeks by name, where the bands are too narrow for names. */
export function SpecialDayList({ calendar: { from, today, specialDays } }: { calendar: Calendar }) {
  const headingId = useId();
  const shown = { firstDay: from, lastDay: lastShown(from) };
  const days = specialDays
    .flatMap(({ id, name, ...special }) =>
      occurrencesOf(special, shown).map((span) => ({ key: id + span.firstDay, name, span })),
    )
    .sort((one, other) => (one.span.firstDay < other.span.firstDay ? -1 : 1));
  if (days.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-6 lg:hidden">
      <Heading id={headingId}>Days that matter</Heading>
      <ul className="mt-2">
        {days.map(({ key, name, span }) => (
          <Line
            key={key}
            icon={<Sparkles aria-hidden="true" />}
            action={span.firstDay > today ? <SeeShop isIcon day={span.firstDay} today={today} /> : null}
          >
            <span className="font-semibold">{name}</span>{' '}
            <span className="text-muted-foreground">{spanText(span)}</span>
          </Line>
        ))}
      </ul>
    </section>
  );
}

/** What is planned in the eight weeks. */
export function PlannedList({ calendar: { today, planned } }: { calendar: Calendar }) {
  const headingId = useId();
  if (planned.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-6">
      <Heading id={headingId}>Planned changes</Heading>
      <ul className="mt-2">
        {planned.map((change) => (
          <PlannedLine key={change.id} planned={change} today={today} />
        ))}
      </ul>
    </section>
  );
}

const Heading = ({ id, children }: { id: string; children: string }) => (
  <h2 id={id} className="font-display text-2xl">
    {children}
  </h2>
);

/** A planned change on its day, with a link to its product, or to the slides. */
function PlannedLine({ planned, today }: { planned: PlannedChange; today: Day }) {
  const { currency } = useShop();
  const { kind, thingId, thing, day, to } = planned;
  const look = 'link break-words font-semibold';
  return (
    <Line icon={<CalendarClock aria-hidden="true" />} action={<SeeShop isIcon day={day} today={today} />}>
      <time dateTime={day} className="text-muted-foreground">
        {weekDay(day)}
      </time>{' '}
      {kind === 'product' ? (
        <Link to="/admin/products/$id" params={{ id: thingId }} className={look}>
          {thing}
        </Link>
      ) : (
        <Link to="/admin/hero-slides" className={look}>
          {thing}
        </Link>
      )}
      : {plannedText(to, currency)} <PresenceBadge kind="planned-change" id={planned.id} />
    </Line>
  );
}

const Line = ({ icon, action, children }: { icon: ReactNode; action: ReactNode; children: ReactNode }) => (
  <li className="flex min-h-11 items-center gap-3 border-b py-1.5 last:border-0 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-muted-foreground">
    {icon}
    <p className="min-w-0 grow">{children}</p>
    {action}
  </li>
);
