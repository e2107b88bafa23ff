import type { ContractRouterClient } from '@orpc/contract';
import { useApi } from '#shared/api.tsx';
import { readQuery } from '#shared/read-query.ts';
import type { ThingKind } from '#shared/thing-kinds.ts';
import type { historyContract } from '../../contract.ts';

export type HistoryApi = { history: ContractRouterClient<typeof historyContract> };
export const useHistoryApi = () => useApi<HistoryApi>().history;
type History = ReturnType<typeof useHistoryApi>;

/** The list's search parameters. `from` and `to` are days of the shop. */
export interface HistorySearch {
  search?: string;
  actor?: string;
  kind?: ThingKind;
  from?: string;
  to?: string;
  page?: number;
}

const HISTORY = ['admin', 'history'] as const;
/** Always fetched: it shows what has just happened. */
const NEVER_FRESH = { staleTime: 0 };

export const changeSetsQuery = (history: History, search: HistorySearch) =>
  readQuery([...HISTORY, 'list', search], (call) => history.listChangeSets(search, call), NEVER_FRESH);

/** The changes of one thing. */
export const thingHistoryQuery = (history: History, thing: string, page: number) =>
  readQuery(
    [...HISTORY, 'thing', thing, page],
    (call) => history.listChangeSets({ thing, page }, call),
    NEVER_FRESH,
  );

/** A page of what a set changed; with `thing`, only of that. */
export const changeSetQuery = (history: History, id: string, page: number, thing?: string) =>
  readQuery(
    [...HISTORY, 'one', id, page, thing],
    (call) => history.getChangeSet({ id, page, thing }, call),
    NEVER_FRESH,
  );

export const actorsQuery = (history: History) =>
  readQuery([...HISTORY, 'actors'], (call) => history.listChangeActors(undefined, call));

export const undoPreviewQuery = (history: History, id: string) =>
  readQuery([...HISTORY, 'preview', id], (call) => history.previewUndo({ id }, call), NEVER_FRESH);
