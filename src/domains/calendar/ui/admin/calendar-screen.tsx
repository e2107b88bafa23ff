import { CalendarRange, ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { BusyLine } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { lazyDialog } from '#design/lazy-component.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { type Day, dayPlus } from '#shared/dates.ts';
import { lastShown } from '../../calendar-days.ts';
import type { CalendarPromotion } from '../../contract.ts';
import { calendarFailed } from '../../messages.ts';
import { type Calendar, calendarQuery, useCalendarApi, useCalendarChanged } from './calendar.queries.ts';
import { PlannedList, SpecialDayList } from './calendar-lists.tsx';
import { datesText } from './calendar-text.ts';
import { SeeShop } from './see-shop.tsx';
import { Timeline } from './timeline.tsx';
import { usePromotionDates } from './use-promotion-dates.ts';

const PromotionForm = lazyDialog(
  async () => (await import('#domains/promotions/ui/admin/promotion-form.tsx')).PromotionForm,
);

const SpecialDaysDialog = lazyDialog(
  async () => (await import('./special-days-dialog.tsx')).SpecialDaysDialog,
);

/** 'Earlier' and 'Later' show as many days before or after. */
const STEP_DAYS = 28;

/** The calendar of promotions: eight weeks from a day's, by default from this one. */
export function CalendarScreen({
  from,
  onShow,
}: {
  from: Day | undefined;
  onShow: (from: Day | undefined) => void;
}) {
  const { data, error, busy, retry } = useRememberedPage(calendarQuery(useCalendarApi(), from));
  const [opened, setOpened] = useState<'new' | 'days' | CalendarPromotion>();
  const changed = useCalendarChanged();
  const close = () => {
    setOpened(undefined);
    void changed();
  };
  return (
    <div className="grid grid-cols-1 gap-5 sm:gap-6">
      <PageHeading
        title="Promotion calendar"
        lead="Promotions, planned changes and the days that matter, eight weeks at a time."
        actions={
          <>
            {data ? (
              <SeeShop day={dayPlus(data.today, 1)} today={data.today} className="max-sm:grow" />
            ) : null}
            <Button variant="outline" onClick={() => setOpened('days')} className="max-sm:grow">
              Days that matter
            </Button>
            <Button onClick={() => setOpened('new')} className="max-sm:grow">
              + New Promotion
            </Button>
          </>
        }
      />
      {error ? (
        <ErrorState title={calendarFailed.title} error={error} onRetry={retry} busy={busy}>
          {calendarFailed.description}
        </ErrorState>
      ) : null}
      {data ? (
        <>
          <Weeks calendar={data} onShow={onShow} isThisWeek={from === undefined} />
          <div className="relative grid grid-cols-1 gap-6">
            <BusyLine busy={busy} />
            <Shown calendar={data} onOpen={setOpened} />
          </div>
        </>
      ) : error ? null : (
        <SkeletonRows label="Loading the calendar" count={5} className="h-16" />
      )}
      {data && opened === 'days' ? (
        <SpecialDaysDialog specialDays={data.specialDays} onClose={() => setOpened(undefined)} />
      ) : null}
      {data && opened && opened !== 'days' ? (
        <PromotionForm
          key={opened === 'new' ? 'new' : opened.id}
          promotion={
            opened === 'new' ? undefined : (data.promotions.find(({ id }) => id === opened.id) ?? opened)
          }
          today={data.today}
          onClose={close}
          below={opened === 'new' ? undefined : <SeeShop day={opened.startDate} today={data.today} />}
        />
      ) : null}
    </div>
  );
}

/** Which weeks are shown, and the way to others. */
function Weeks({
  calendar: { from },
  isThisWeek,
  onShow,
}: {
  calendar: Calendar;
  isThisWeek: boolean;
  onShow: (from: Day | undefined) => void;
}) {
  const look = 'max-sm:grow max-sm:px-2';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="grow font-semibold max-sm:basis-full">
        {datesText({ startDate: from, endDate: lastShown(from) })}
      </p>
      <Button variant="outline" className={look} onClick={() => onShow(dayPlus(from, -STEP_DAYS))}>
        <ChevronLeft aria-hidden="true" />
        Earlier
      </Button>
      {/* Not `disabled`, which would take the focus from the button that was pressed. */}
      <Button
        variant="outline"
        className={look}
        aria-disabled={isThisWeek || undefined}
        onClick={() => isThisWeek || onShow(undefined)}
      >
        This week
      </Button>
      <Button variant="outline" className={look} onClick={() => onShow(dayPlus(from, STEP_DAYS))}>
        Later
        <ChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}

function Shown({ calendar, onOpen }: { calendar: Calendar; onOpen: (promotion: CalendarPromotion) => void }) {
  const moving = usePromotionDates(calendar.promotions);
  const { promotions, planned, hasMore } = calendar;
  return (
    <>
      {promotions.length === 0 && planned.length === 0 ? (
        <EmptyState icon={<CalendarRange />} title="Nothing runs in these weeks">
          A promotion appears here as a bar from its first day to its last.
        </EmptyState>
      ) : null}
      {hasMore ? (
        <p className="font-semibold text-warning">There is more in these weeks than is shown here.</p>
      ) : null}
      <div>
        <Timeline calendar={calendar} moving={moving} onOpen={onOpen} />
        <SpecialDayList calendar={calendar} />
        <PlannedList calendar={calendar} />
      </div>
    </>
  );
}
