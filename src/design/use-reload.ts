import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Reads the queries again whose key begins with this one. */
export function useReload(queryKey: QueryKey) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
