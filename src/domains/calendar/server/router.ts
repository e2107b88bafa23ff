import { gated, serve } from '#platform/rpc/gate.ts';
import { calendarContract } from '../contract.ts';
import { getCalendar } from './calendar.service.ts';
import {
  type CalendarDeps,
  deletePlannedChange,
  listPlannedChanges,
  planChange,
  updatePlannedChange,
} from './planned-change.service.ts';
import { createSpecialDay, deleteSpecialDay, updateSpecialDay } from './special-day.service.ts';

export function calendarRouter(deps: CalendarDeps) {
  const os = gated(calendarContract);
  return serve(os, deps, {
    createSpecialDay,
    deletePlannedChange,
    deleteSpecialDay,
    getCalendar,
    listPlannedChanges,
    planChange,
    updatePlannedChange,
    updateSpecialDay,
  });
}
