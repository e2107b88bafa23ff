import { queryOptions } from '@tanstack/react-query';

/** A query of one operation. An abandoned one aborts its request. */
export const readQuery = <const Key extends readonly unknown[], Data>(
  queryKey: Key,
  read: (call: { signal: AbortSignal }) => Promise<Data>,
  options: { staleTime?: number; meta?: Record<string, unknown> } = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => read({ signal }), ...options });

/**
 * The options of a query that an open form shows: changes by others are read also while a dialog is open, as they move
 * nothing below it.
 */
export const WHILE_EDITING = { meta: { whileEditing: true } };
