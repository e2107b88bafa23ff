import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Versioned } from './use-form-version.ts';

/**
 * The current version of a listed entity that a form edits; undefined for a new one. Of its query, which may have an
 * earlier version from when the form was last open, and the list the newer one counts: with the older one, the user's
 * own change would be shown as that of another.
 */
export function useEdited<Entity extends Versioned, Key extends readonly unknown[]>(
  queryOf: (id: string) => UseQueryOptions<Entity, Error, Entity, Key>,
  listed: NoInfer<Entity> | undefined,
) {
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(listed?.id ?? ''),
    enabled: listed !== undefined,
    initialData: listed,
  });
  return {
    entity: listed && data && listed.version > data.version ? listed : data,
    error,
    isFetching,
    refetch,
    /** Puts what was saved into the cache: the list may be read later than the form is opened again. */
    async keep(saved: Entity): Promise<Entity> {
      const { queryKey } = queryOf(saved.id);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Entity>(queryKey, saved);
      return saved;
    },
  };
}
