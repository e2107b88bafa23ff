import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { cn } from '#design/cn.ts';
import { WHEN_LABELS } from '#domains/promotions/ui/admin/promotion-terms.tsx';
import { whenOf } from '#domains/promotions/window.ts';
import type { Day } from '#shared/dates.ts';
import {
  type Dates,
  dragged,
  type End,
  moved,
  SHOWN_DAYS,
  type ShownPart,
  shownPart,
} from '../../calendar-days.ts';
import type { CalendarPromotion } from '../../contract.ts';
import { datesText, spanText } from './calendar-text.ts';
import type { PromotionDates } from './use-promotion-dates.ts';

const LOOKS = {
  running: { text: 'text-success', bar: 'bg-success-soft' },
  coming: { text: 'text-info', bar: 'bg-info-soft' },
  past: { text: 'text-foreground', bar: 'bg-muted' },
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
  const handle = { promotion, dates, from, part, moving, onOpen };
  return (
    <div className={LOOKS[when].text}>
      <button
        type="button"
        aria-label={`${promotion.name}, ${datesText(dates)}, ${WHEN_LABELS[when]}`}
        aria-describedby={hintId}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        onBlur={() => moving.save(promotion.id)}
        style={{ left: percent(part.at), width: percent(part.length) }}
        className={cn(
          'absolute inset-y-1 overflow-hidden whitespace-nowrap border border-current text-left font-semibold text-xs',
          LOOKS[when].bar,
          part.beginsBefore ? 'border-l-0' : 'rounded-l-sm',
          part.endsAfter ? 'border-r-0' : 'rounded-r-sm',
        )}
      >
        {part.length > 6 ? <span className="px-2 max-lg:hidden">{spanText(span)}</span> : null}
      </button>
      {part.beginsBefore ? null : <Handle end="start" {...handle} />}
      {part.endsAfter ? null : <Handle end="end" {...handle} />}
    </div>
  );
}

/**
 * The area of an end, 44 px wide for a thumb, less at the edge of the screen. Most of it is outside of the bar: both ends
 * of a promotion of one day have theirs.
 */
function areaOf(end: End, { at, length }: ShownPart) {
  // From the left for a start, from the right for an end.
  const outer = end === 'start' ? at : SHOWN_DAYS - at - length;
  const inner = `min(${percent(outer)} + 0.75rem, ${percent(outer + length / 2)})`;
  const sides = { outer: `max(-1.75rem, ${inner} - 2.75rem)`, inner: `calc(100% - ${inner})` };
  const grip = `calc(100% - ${percent(outer)})`;
  return end === 'start'
    ? { area: { left: sides.outer, right: sides.inner }, grip: { right: grip } }
    : { area: { right: sides.outer, left: sides.inner }, grip: { left: grip } };
}

interface Drag {
  x: number;
  /** The days before it, and now. */
  dates: Dates;
  to: Dates;
  dayWidth: number;
  isMoved: boolean;
  /** Ends the listening for Escape. */
  over: AbortController;
}

/** The end of a bar, dragged by a pointer; Escape takes it back. The arrow keys do the same. */
function Handle({
  end,
  promotion: { id },
  dates,
  from,
  part,
  moving,
  onOpen,
}: {
  end: End;
  promotion: CalendarPromotion;
  dates: Dates;
  from: Day;
  part: ShownPart;
  moving: PromotionDates;
  onOpen: () => void;
}) {
  const drag = useRef<Drag>(undefined);
  const finish = (isKept: boolean) => {
    const ended = drag.current;
    if (!ended) return;
    drag.current = undefined;
    ended.over.abort();
    moving.drop(id, isKept ? ended.to : ended.dates);
    if (isKept && !ended.isMoved) onOpen();
  };
  const finishRef = useRef(finish);
  finishRef.current = finish;
  useEffect(() => () => finishRef.current(false), []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const track = event.currentTarget.closest('[data-track]');
    if (!track) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const over = new AbortController();
    const onKey = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && finishRef.current(false);
    window.addEventListener('keydown', onKey, { signal: over.signal });
    const dayWidth = track.getBoundingClientRect().width / SHOWN_DAYS;
    drag.current = { x: event.clientX, dates, to: dates, dayWidth, isMoved: false, over };
    moving.drag(id, dates);
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (!drag.current) return;
    const days = Math.round((clientX - drag.current.x) / drag.current.dayWidth);
    drag.current.isMoved ||= days !== 0;
    drag.current.to = dragged(drag.current.dates, end, days, from);
    moving.drag(id, drag.current.to);
  };
  const { area, grip } = areaOf(end, part);
  return (
    <>
      <span
        aria-hidden="true"
        style={grip}
        className={cn(
          'absolute inset-y-3 w-2 bg-current',
          end === 'start' ? 'rounded-l-full' : 'rounded-r-full',
        )}
      />
      <span
        aria-hidden="true"
        data-end={end}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => finish(true)}
        onPointerCancel={() => finish(false)}
        style={area}
        className="absolute inset-y-0 cursor-ew-resize touch-pan-y"
      />
    </>
  );
}
