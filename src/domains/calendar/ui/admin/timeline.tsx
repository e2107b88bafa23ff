import { type ReactNode, useId } from 'react';
import { cn } from '#design/cn.ts';
import { PresenceBadge } from '#design/presence.tsx';
import { ValueText } from '#domains/promotions/ui/admin/promotion-terms.tsx';
import type { Day } from '#shared/dates.ts';
import {
  daysBetween,
  lastShown,
  monthsOf,
  occurrencesOf,
  SHOWN_DAYS,
  shownPart,
  WEEKS,
  weeksOf,
} from '../../calendar-days.ts';
import type { CalendarPromotion } from '../../contract.ts';
import type { SpecialDay } from '../../special-days.contract.ts';
import type { Calendar } from './calendar.queries.ts';
import { datesText, overlapText, shortDay, spanText } from './calendar-text.ts';
import { PromotionBar, percent } from './promotion-bar.tsx';
import type { PromotionDates } from './use-promotion-dates.ts';

/**
 * Eight weeks side by side, with a bar for each promotion. Labels are at the left of the weeks, on a narrow screen above
 * them.
 */
export function Timeline({
  calendar: { from, today, promotions, planned, specialDays },
  moving,
  onOpen,
}: {
  calendar: Calendar;
  moving: PromotionDates;
  onOpen: (promotion: CalendarPromotion) => void;
}) {
  const hintId = useId();
  const days = { from, today };
  return (
    <div className="border-y lg:border-x">
      <p id={hintId} hidden>
        The left and right arrow keys move the end by a day, with Shift the start. Enter opens the promotion.
      </p>
      <Track label={null} {...days}>
        <div aria-hidden="true" className="flex border-b text-sm">
          {monthsOf(from).map(({ name, days }) => (
            <span
              key={name}
              style={{ width: percent(days) }}
              className="overflow-hidden whitespace-nowrap border-l px-1.5 py-1 font-semibold"
            >
              <span className="max-lg:hidden">{days > 12 ? name : days > 3 ? name.slice(0, 3) : null}</span>
              <span className="lg:hidden">{days > 24 ? name : days > 6 ? name.slice(0, 3) : null}</span>
            </span>
          ))}
        </div>
        <div aria-hidden="true" className="grid grid-cols-8 text-muted-foreground text-xs">
          {weeksOf(from).map(({ firstDay }) => (
            <span key={firstDay} className="py-1 pl-1 lg:px-1.5">
              <span className="max-lg:hidden">{shortDay(firstDay)}</span>
              <span className="lg:hidden">{Number(firstDay.slice(-2))}</span>
            </span>
          ))}
        </div>
      </Track>
      <Track label="Days that matter" {...days}>
        <SpecialBands specialDays={specialDays} from={from} />
      </Track>
      {planned.length > 0 ? (
        <Track label="Planned changes" {...days}>
          <div aria-hidden="true" className="relative h-9">
            {[...new Set(planned.map(({ day }) => day))].map((day) => (
              <span
                key={day}
                title={shortDay(day)}
                style={{ left: percent(daysBetween(from, day) + 0.5) }}
                className="absolute top-3 size-3 -translate-x-1/2 rotate-45 bg-primary"
              />
            ))}
          </div>
        </Track>
      ) : null}
      <ul aria-label="Promotions">
        {promotions.map((promotion) => {
          const dates = moving.datesOf(promotion);
          return (
            <li key={promotion.id} data-promotion={promotion.code} className="border-b last:border-0">
              <Track
                {...days}
                label={
                  <>
                    <span className="block break-words font-semibold lg:truncate" title={promotion.name}>
                      {promotion.name}
                    </span>
                    <span className="block break-words text-muted-foreground text-sm lg:truncate">
                      {promotion.code} · <ValueText promotion={promotion} />
                    </span>
                    <span className="block text-muted-foreground text-sm">{datesText(dates)}</span>
                    <PresenceBadge kind="promotion" id={promotion.id} />
                    <Overlaps promotion={promotion} />
                  </>
                }
              >
                <div className="relative h-12">
                  <PromotionBar
                    promotion={promotion}
                    dates={dates}
                    {...{ from, today, hintId, moving }}
                    onOpen={() => onOpen(promotion)}
                  />
                </div>
              </Track>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The other promotions of its days that gave products to it. */
function Overlaps({ promotion: { overlaps } }: { promotion: CalendarPromotion }) {
  return overlaps.map((overlap) => (
    <span
      key={overlap.code}
      title="A product is in one promotion at a time: these left the other one for this one."
      className="block break-words font-semibold text-sm text-warning"
    >
      {overlapText(overlap)}
    </span>
  ));
}

/** A row: its label, and its part of the eight weeks. */
function Track({
  label,
  from,
  today,
  children,
}: {
  label: ReactNode;
  from: Day;
  today: Day;
  children: ReactNode;
}) {
  const ofToday = daysBetween(from, today);
  return (
    <div className="border-b last:border-b-0 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="min-w-0 px-3 pt-2 text-sm lg:border-r lg:py-2 max-lg:empty:hidden">{label}</div>
      <div
        data-track=""
        className="relative mx-3 bg-[linear-gradient(to_right,var(--color-border)_1px,transparent_1px)] lg:mx-0"
        style={{ backgroundSize: `${100 / WEEKS}% 100%` }}
      >
        {children}
        {ofToday >= 0 && ofToday < SHOWN_DAYS ? (
          <span
            aria-hidden="true"
            style={{ left: percent(ofToday + 0.5) }}
            className="pointer-events-none absolute inset-y-0 w-0.5 bg-danger/70"
            title="Today"
          />
        ) : null}
      </div>
    </div>
  );
}

/** A name needs the width of so many days. */
const NAME_DAYS = 12;

interface Band {
  key: string;
  name: string;
  text: string;
  at: number;
  length: number;
  lane: number;
  /** Days that its name may take. */
  room: number;
  /** Its name is before its last day: there is no room for it after the first one. */
  isLate: boolean;
}

/** The special days that are shown, in as few lanes as their names need. */
function bandsOf(specialDays: readonly SpecialDay[], from: Day): Band[] {
  const ends: number[] = [];
  const bands = specialDays
    .flatMap((special) =>
      occurrencesOf(special, { firstDay: from, lastDay: lastShown(from) }).map((span) => ({
        key: special.id + span.firstDay,
        name: special.name,
        text: spanText(span),
        ...shownPart(span, from)!,
      })),
    )
    .map((band) => {
      const isLate = band.at > SHOWN_DAYS - NAME_DAYS;
      return { ...band, isLate, start: isLate ? band.at + band.length - NAME_DAYS : band.at };
    })
    .sort((one, other) => one.start - other.start)
    .map((band) => {
      const free = ends.findIndex((end) => end <= band.start);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = band.start + Math.max(band.length, NAME_DAYS);
      return { ...band, lane };
    });
  return bands.map((band, place) => {
    const next = bands.slice(place + 1).find(({ lane }) => lane === band.lane);
    return { ...band, room: band.isLate ? NAME_DAYS : (next?.start ?? SHOWN_DAYS) - band.start };
  });
}

function SpecialBands({ specialDays, from }: { specialDays: readonly SpecialDay[]; from: Day }) {
  const bands = bandsOf(specialDays, from);
  const lanes = Math.max(1, ...bands.map(({ lane }) => lane + 1));
  return (
    <>
      {/* Their names are in the list below. */}
      <div aria-hidden="true" className="relative h-6 lg:hidden">
        {bands.map(({ key, at, length }) => (
          <span
            key={key}
            style={{ left: percent(at), width: percent(length) }}
            className="absolute top-1 h-4 min-w-1 border-brass border-l-4 bg-warning-soft"
          />
        ))}
      </div>
      <ul
        aria-label="Days that matter"
        className="relative max-lg:hidden"
        style={{ height: `${lanes * 1.75 + 0.5}rem` }}
      >
        {bands.map(({ key, name, text, at, length, lane, room, isLate }) => (
          <li
            key={key}
            title={`${name}, ${text}`}
            style={{
              [isLate ? 'right' : 'left']: percent(isLate ? SHOWN_DAYS - at - length : at),
              top: `${lane * 1.75 + 0.25}rem`,
              minWidth: percent(length),
              maxWidth: percent(room),
            }}
            className={cn(
              'absolute h-6 truncate border-brass bg-warning-soft px-1.5 text-warning text-xs leading-6',
              isLate ? 'border-r-4' : 'border-l-4',
            )}
          >
            {name}
            <span className="sr-only">, {text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
