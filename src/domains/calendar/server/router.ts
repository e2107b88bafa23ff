import { gated, serve } from '#platform/rpc/gate.ts';
import { calendarContract } from '../contract.ts';
import { getCalendar } from './calendar.service.ts';
import {
  deletePlannedChange,
  listPlannedChanges,
  planChange,
  updatePlannedChange,
} from './planned-change.service.ts';
import { getPreviewLink, type PreviewLinkDeps } from './preview-link.service.ts';
import { createSpecialDay, deleteSpecialDay, updateSpecialDay } from './special-day.service.ts';

export function calendarRouter(deps: PreviewLinkDeps) {
  const os = gated(calendarContract);
  return serve(os, deps, {
    createSpecialDay,
    deletePlannedChange,
    deleteSpecialDay,
    getCalendar,
    getPreviewLink,
    listPlannedChanges,
    planChange,
    updatePlannedChange,
    updateSpecialDay,
  });
}
