import { gated, serve } from '#platform/rpc/gate.ts';
import { calendarContract } from '../contract.ts';
import { getCalendar } from './calendar.service.ts';
import * as plannedChanges from './planned-change.service.ts';
import { getPreviewLink, type PreviewLinkDeps } from './preview-link.service.ts';
import * as specialDays from './special-day.service.ts';

export function calendarRouter(deps: PreviewLinkDeps) {
  const services = { getCalendar, getPreviewLink, ...plannedChanges, ...specialDays };
  return {
    ...serve(gated(calendarContract), deps, services),
  };
}
