import { queryOptions } from '@tanstack/react-query';

/** The query of an API call, which is aborted when nobody waits for it: `queryOf(['orders', id], (o) => api.get({ id }, o))`. */
export const queryOf = <Data>(
  queryKey: readonly unknown[],
  call: (options: { signal: AbortSignal }) => Promise<Data>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => call({ signal }) });
