import { useMatch, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';

/** Search parameters that do not limit a list. */
export const NO_FILTERS = ['page', 'sort', 'message', 'tab'];

const lastSearches = new Map<string, object>();

/** The search parameters of a list when it was last shown in this tab. */
export const lastSearchOf = (pathname: string): object => lastSearches.get(pathname) ?? {};

/**
 * Search, filters, order and page of a list: the search parameters of its URL, as the route validated them.
 */
export function useListSearch<Search extends { search?: string; page?: number }>() {
  const { pathname, search: parameters } = useMatch({
    strict: false,
    select: ({ pathname, search }) => ({ pathname: pathname.replace(/\/$/, ''), search }),
    structuralSharing: true,
  });
  const search = parameters as Search;
  useEffect(() => {
    lastSearches.set(pathname, search);
  }, [pathname, search]);
  const navigate = useNavigate();
  /** Shows these parameters, or those that a function makes of the ones asked for last: they may not be shown yet. */
  const show = useCallback(
    (to: Search | ((now: Search) => Search), { replace = false } = {}) =>
      void navigate({ to: '.', search: to as never, replace, resetScroll: false }),
    [navigate],
  );
  /** Changes some parameters and returns to the first page. */
  const narrow = (change: Partial<Search>) => show((now) => ({ ...now, page: undefined, ...change }));
  return {
    pathname,
    search,
    show,
    narrow,
    isNarrowed: Object.entries(search).some(([name, value]) => value && !NO_FILTERS.includes(name)),
    /** For the list's `SearchBox`. */
    searchBox: {
      value: search.search ?? '',
      onSearch: (text: string) => narrow({ search: text || undefined } as Partial<Search>),
    },
  };
}
