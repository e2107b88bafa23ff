import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { cn } from '#design/cn.ts';
import { WHEN_LABELS } from '#domains/promotions/ui/admin/promotion-terms.tsx';
import { whenOf } from '#domains/promotions/window.ts';
import type { Day } from '#shared/dates.ts';
import { type Dates, moved, SHOWN_DAYS, shownPart } from '../../calendar-days.ts';
import type { CalendarPromotion } from '../../contract.ts';
import { datesText, spanText } from './calendar-text.ts';
import type { PromotionDates } from './use-promotion-dates.ts';

const LOOKS = {
  running: 'bg-success-soft text-success',
  coming: 'bg-info-soft text-info',
  past: 'bg-muted text-foreground',
};

/** A position in the calendar's weeks, in per cent of their width. */
export const percent = (days: number): string => `${(100 * days) / SHOWN_DAYS}%`;

/** The bar of a promotion: its ends are dragged, or moved by the arrow keys; a press opens its form. */
export function PromotionBar({
  promotion,
  dates,
  from,
  today,
  hintId,
  moving,
  onOpen,
}: {
  promotion: CalendarPromotion;
  dates: Dates;
  from: Day;
  today: Day;
  /** The id of the sentence that explains the keys. */
  hintId: string;
  moving: PromotionDates;
  onOpen: () => void;
}) {
  const span = { firstDay: dates.startDate, lastDay: dates.endDate };
  const part = shownPart(span, from);
  if (!part) return null;
  const when = whenOf(dates, today);
  const onKeyDown = (event: KeyboardEvent) => {
    const days = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (days === undefined) return;
    event.preventDefault();
    moving.move(promotion.id, moved(dates, event.shiftKey ? 'start' : 'end', days));
  };
  return (
    <div
      className="absolute inset-y-1 min-w-2"
      style={{ left: percent(part.at), width: percent(part.length) }}
    >
      <button
        type="button"
        aria-label={`${promotion.name}, ${datesText(dates)}, ${WHEN_LABELS[when]}`}
        aria-describedby={hintId}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        onBlur={() => moving.save(promotion.id)}
        className={cn(
          'block size-full overflow-hidden whitespace-nowrap border border-current px-2 text-left font-semibold text-xs',
          LOOKS[when],
          part.beginsBefore ? 'border-l-0' : 'rounded-l-sm',
          part.endsAfter ? 'border-r-0' : 'rounded-r-sm',
        )}
      >
        {part.length > 6 ? spanText(span) : null}
      </button>
      {part.beginsBefore ? null : <Handle end="start" promotion={promotion} dates={dates} moving={moving} />}
      {part.endsAfter ? null : <Handle end="end" promotion={promotion} dates={dates} moving={moving} />}
    </div>
  );
}

/** The end of a bar, dragged by a pointer. The arrow keys do the same. */
function Handle({
  end,
  promotion: { id },
  dates,
  moving,
}: {
  end: 'start' | 'end';
  promotion: CalendarPromotion;
  dates: Dates;
  moving: PromotionDates;
}) {
  const drag = useRef<{ x: number; dates: Dates; dayWidth: number }>(undefined);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const track = event.currentTarget.closest('[data-track]');
    if (!track) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, dates, dayWidth: track.getBoundingClientRect().width / SHOWN_DAYS };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (!drag.current) return;
    const days = Math.round((clientX - drag.current.x) / drag.current.dayWidth);
    moving.move(id, moved(drag.current.dates, end, days));
  };
  const stop = (finish: (id: string) => void) => () => {
    if (drag.current) finish(id);
    drag.current = undefined;
  };
  return (
    <span
      aria-hidden="true"
      data-end={end}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop(moving.save)}
      onPointerCancel={stop(moving.cancel)}
      className={cn(
        'absolute inset-y-0 w-3 cursor-ew-resize touch-none after:absolute after:inset-y-2 after:left-1/2 after:w-0.5 after:bg-current after:opacity-60',
        end === 'start' ? '-left-1.5' : '-right-1.5',
      )}
    />
  );
}
