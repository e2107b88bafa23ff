import { plannedContract } from './planned.contract.ts';

export const calendarContract = { ...plannedContract };
