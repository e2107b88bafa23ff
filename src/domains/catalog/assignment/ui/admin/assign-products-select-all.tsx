import { Button } from '#design/button.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import type { AssignmentApi } from './assignment.queries.ts';

/** Selects all matches, loaded or not, except products of another promotion. */
export function SelectAll({
  promotionId,
  search,
  onIds,
}: {
  promotionId: string;
  search: string;
  /** `capped`: there are more matches than one save accepts. */
  onIds: (ids: readonly string[], capped: boolean) => void;
}) {
  const { catalog } = useApi<AssignmentApi>();
  const reading = useOperation({
    mutationFn: () => catalog.listFreeIds({ promotionId, search: search || undefined }),
    messages: {
      failure: { title: 'Failed to fetch products', description: 'Nothing was selected. Please try again.' },
    },
    onSuccess: ({ ids, capped }) => onIds(ids, capped),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={reading.isPending}
      title="Products of another promotion stay where they are"
      onClick={() => reading.mutate(undefined)}
    >
      {search ? 'Select all that match' : 'Select all'}
    </Button>
  );
}
