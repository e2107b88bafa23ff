import type { ContractRouterClient } from '@orpc/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { readQuery } from '#shared/read-query.ts';
import type { SavedFilter, savedFiltersContract } from '../../contract.ts';
import { deleteFilterMessages, saveFilterMessages } from '../../messages.ts';

export type SavedFiltersApi = { savedFilters: ContractRouterClient<typeof savedFiltersContract> };

const SAVED_FILTERS = ['admin', 'saved-filters'] as const;

export const savedFiltersQuery = ({ savedFilters }: SavedFiltersApi) =>
  readQuery(SAVED_FILTERS, (call) => savedFilters.listFilters(undefined, call));

export function useSaveFilter(onSaved: () => void) {
  const { savedFilters } = useApi<SavedFiltersApi>();
  const queryClient = useQueryClient();
  return useOperation({
    mutationFn: (filter: SavedFilter) => savedFilters.saveFilter(filter),
    messages: saveFilterMessages,
    onSuccess: () => {
      onSaved();
      void queryClient.invalidateQueries({ queryKey: SAVED_FILTERS });
    },
  });
}

export function useDeleteFilter(onDone: () => void) {
  const { savedFilters } = useApi<SavedFiltersApi>();
  const queryClient = useQueryClient();
  const readAgain = () => {
    onDone();
    return queryClient.invalidateQueries({ queryKey: SAVED_FILTERS });
  };
  return useOperation({
    mutationFn: (filter: Pick<SavedFilter, 'id'>) => savedFilters.deleteFilter({ id: filter.id }),
    messages: deleteFilterMessages,
    onSuccess: readAgain,
    onError: readAgain,
  });
}
