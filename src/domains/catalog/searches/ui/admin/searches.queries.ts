import type { ContractRouterClient } from '@orpc/contract';
import { useReload } from '#design/use-reload.ts';
import { useApi } from '#shared/api.tsx';
import { readQuery, WHILE_EDITING } from '#shared/read-query.ts';
import type { SEARCH_DAYS, searchesContract } from '../../searches.contract.ts';

export type SearchesApi = { catalog: ContractRouterClient<typeof searchesContract> };

const SEARCHES = ['admin', 'searches'] as const;

/** The search parameters of the screen. */
export interface SearchesSearch {
  search?: string;
  page?: number;
  nothing?: true;
  days?: (typeof SEARCH_DAYS)[number];
}

export const useSearchesApi = () => useApi<SearchesApi>();

export const searchesQuery = ({ catalog }: SearchesApi, search: SearchesSearch) =>
  // Counted without a notification.
  readQuery([...SEARCHES, 'list', search], (call) => catalog.listSearches(search, call), { staleTime: 0 });

export const synonymsQuery = ({ catalog }: SearchesApi) =>
  readQuery([...SEARCHES, 'synonyms'], (call) => catalog.listSynonyms(undefined, call), WHILE_EDITING);

/** Reads the searches and the synonyms again. */
export const useSearchesChanged = () => useReload(SEARCHES);
