import { queryOptions } from '@tanstack/react-query';
import type { CallContext } from './call-context.ts';

/** A query of one operation. An abandoned one aborts its request. */
export const readQuery = <const Key extends readonly unknown[], Data>(
  queryKey: Key,
  read: (call: { signal: AbortSignal; context: CallContext }) => Promise<Data>,
  options: { staleTime?: number; meta?: Record<string, unknown> } = {},
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal, client }) =>
      read({ signal, context: { isRefetch: client.getQueryData(queryKey) !== undefined } }),
    ...options,
  });

/**
 * The options of a query that an open form shows: changes by others are read also while a dialog is open, as they move
 * nothing below it.
 */
export const WHILE_EDITING = { meta: { whileEditing: true } };
