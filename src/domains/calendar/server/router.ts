import { gated, serve } from '#platform/rpc/gate.ts';
import { calendarContract } from '../contract.ts';
import {
  type CalendarDeps,
  deletePlannedChange,
  listPlannedChanges,
  planChange,
  updatePlannedChange,
} from './planned-change.service.ts';

export function calendarRouter(deps: CalendarDeps) {
  const os = gated(calendarContract);
  return serve(os, deps, { deletePlannedChange, listPlannedChanges, planChange, updatePlannedChange });
}
