import { Link } from '@tanstack/react-router';
import { CalendarClock, Percent, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { PresenceBadge } from '#design/presence.tsx';
import { ValueText, WindowBadge } from '#domains/promotions/ui/admin/promotion-terms.tsx';
import type { Day } from '#shared/dates.ts';
import { useShop } from '#shared/shop-context.tsx';
import { occurrencesOf, type Span, weeksOf } from '../../calendar-days.ts';
import type { CalendarPromotion } from '../../contract.ts';
import type { PlannedChange } from '../../planned.contract.ts';
import { plannedText } from '../../planned-text.ts';
import type { Calendar } from './calendar.queries.ts';
import { datesText, spanText, weekDay } from './calendar-text.ts';
import { SeeShop } from './see-shop.tsx';
import { Overlaps } from './timeline.tsx';

const isWithin = (day: Day, { firstDay, lastDay }: Span) => day >= firstDay && day <= lastDay;

/** The eight weeks one below the other. For narrow screens: a press on a promotion opens its form. */
export function WeekList({
  calendar,
  onOpen,
}: {
  calendar: Calendar;
  onOpen: (promotion: CalendarPromotion) => void;
}) {
  return (
    <ol className="grid gap-5">
      {weeksOf(calendar.from).map((week) => (
        <Week key={week.firstDay} week={week} calendar={calendar} onOpen={onOpen} />
      ))}
    </ol>
  );
}

function Week({
  week,
  calendar: { from, today, promotions, planned, specialDays },
  onOpen,
}: {
  week: Span;
  calendar: Calendar;
  onOpen: (promotion: CalendarPromotion) => void;
}) {
  const days = specialDays.flatMap((special) =>
    occurrencesOf(special, week).map((span) => ({ key: special.id, name: special.name, span })),
  );
  const running = promotions.filter(
    ({ startDate, endDate }) => startDate <= week.lastDay && endDate >= week.firstDay,
  );
  const due = planned.filter(({ day }) => isWithin(day, week));
  const isEmpty = days.length + running.length + due.length === 0;
  return (
    <li>
      <h2 className="flex items-baseline justify-between gap-3 border-b pb-1 font-semibold">
        {spanText(week)}
        {isWithin(today, week) ? <span className="text-danger text-sm">This week</span> : null}
      </h2>
      {isEmpty ? <p className="py-2 text-muted-foreground text-sm">Nothing this week.</p> : null}
      <ul>
        {days.map(({ key, name, span }) => (
          <Line
            key={key + span.firstDay}
            icon={<Sparkles aria-hidden="true" />}
            action={
              span.firstDay > today && isWithin(span.firstDay, week) ? (
                <SeeShop isIcon day={span.firstDay} today={today} />
              ) : null
            }
          >
            <span className="font-semibold">{name}</span>{' '}
            <span className="text-muted-foreground">{spanText(span)}</span>
          </Line>
        ))}
        {running.map((promotion) => (
          <li key={promotion.id} className="border-b last:border-0">
            <button
              type="button"
              onClick={() => onOpen(promotion)}
              className="flex w-full items-start gap-3 py-2 text-left"
            >
              <Percent aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
              <span className="grid min-w-0 gap-0.5">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="min-w-0 break-words font-semibold">{promotion.name}</span>
                  <WindowBadge promotion={promotion} today={today} />
                </span>
                <span className="break-words text-muted-foreground text-sm">
                  {promotion.code} · <ValueText promotion={promotion} /> · {inWeek(promotion, week)}
                </span>
                {/* Once, in the first of its weeks. */}
                {isWithin(promotion.startDate, week) || week.firstDay === from ? (
                  <Overlaps promotion={promotion} />
                ) : null}
              </span>
            </button>
          </li>
        ))}
        {due.map((change) => (
          <PlannedLine key={change.id} planned={change} today={today} />
        ))}
      </ul>
    </li>
  );
}

/** 'from Thu 10 Dec', 'until Sun 13 Dec', 'all week'. */
function inWeek({ startDate, endDate }: CalendarPromotion, week: Span): string {
  const [starts, ends] = [isWithin(startDate, week), isWithin(endDate, week)];
  if (starts && ends) return datesText({ startDate, endDate });
  if (starts) return `from ${weekDay(startDate)}`;
  return ends ? `until ${weekDay(endDate)}` : 'all week';
}

/** A planned change on its day, with a link to its product, or to the slides. */
export function PlannedLine({ planned, today }: { planned: PlannedChange; today: Day }) {
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
