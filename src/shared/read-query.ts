import { queryOptions } from '@tanstack/react-query';

/** A query of one operation. An abandoned one aborts its request. */
export const readQuery = <const Key extends readonly unknown[], Data>(
  queryKey: Key,
  read: (call: { signal: AbortSignal }) => Promise<Data>,
  options: { staleTime?: number } = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => read({ signal }), ...options });
