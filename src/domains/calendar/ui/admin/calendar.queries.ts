import type { ContractRouterClient } from '@orpc/contract';
import { useReload } from '#design/use-reload.ts';
import type { PromotionsAdminApi } from '#domains/promotions/ui/admin/promotions.queries.ts';
import { useApi } from '#shared/api.tsx';
import type { Day } from '#shared/dates.ts';
import { readQuery, WHILE_EDITING } from '#shared/read-query.ts';
import type { calendarContract } from '../../contract.ts';

export type CalendarApi = { calendar: ContractRouterClient<typeof calendarContract> } & PromotionsAdminApi;
export type Calendar = Awaited<ReturnType<CalendarApi['calendar']['getCalendar']>>;

export const CALENDAR = ['admin', 'calendar'] as const;

export const useCalendarApi = () => useApi<CalendarApi>();

/** Eight weeks from the Monday of a day, by default of today. */
export const calendarQuery = ({ calendar }: CalendarApi, from: Day | undefined) =>
  readQuery(
    [...CALENDAR, 'weeks', from],
    (options) => calendar.getCalendar({ from }, options),
    WHILE_EDITING,
  );

/** What is planned for one product or slide. */
export const plannedQuery = ({ calendar }: CalendarApi, thingId: string) =>
  readQuery(
    [...CALENDAR, 'planned', thingId],
    (options) => calendar.listPlannedChanges({ thingId }, options),
    WHILE_EDITING,
  );

/** A link to the preview of a day. */
export const previewLinkQuery = ({ calendar }: CalendarApi, day: Day) =>
  readQuery(['admin', 'preview-link', day], (options) => calendar.getPreviewLink({ day }, options));

/** Reads the calendar and what is planned again. */
export const useCalendarChanged = () => useReload(CALENDAR);
