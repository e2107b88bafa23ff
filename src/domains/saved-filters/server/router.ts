import type { Database } from '#db/client.ts';
import { gated } from '#platform/rpc/gate.ts';
import { savedFiltersContract } from '../contract.ts';
import { MOST_FILTERS } from '../filter-limits.ts';
import {
  deleteFilter,
  insertFilter,
  listFilters,
  refusedFilter,
  type SavedFilterRow,
} from './saved-filter.repository.ts';

const filterOf = ({ ownerId, ...row }: SavedFilterRow) => ({ ...row, shared: ownerId === null });

export function savedFiltersRouter({ database }: { database: Pick<Database, 'asCaller'> }) {
  const os = gated(savedFiltersContract);
  return {
    listFilters: os.listFilters.handler(async ({ context }) =>
      (await database.asCaller(context.user, listFilters)).map(filterOf),
    ),
    // A repeated id, after a lost response, is the same filter, as it was corrected in the dialog since. It is deleted and
    // inserted: no role of the shop may update a filter.
    saveFilter: os.saveFilter.handler(async ({ context: { user }, input, errors }) => {
      const { shared, ...filter } = input;
      const row = { ...filter, ownerId: shared ? null : user.userId };
      try {
        await database.asCaller(user, async (tx) => {
          if (await insertFilter(tx, row)) return;
          await deleteFilter(tx, row.id);
          // The id is that of a filter that the caller does not see.
          if (!(await insertFilter(tx, row))) throw errors.CONFLICT({ data: { field: 'This id' } });
        });
        return input;
      } catch (error) {
        const refusal = refusedFilter(error);
        if (refusal === 'CONFLICT') throw errors.CONFLICT({ data: { field: 'This name' } });
        if (refusal === 'LIST_FULL') throw errors.LIST_FULL({ data: { most: MOST_FILTERS } });
        throw error;
      }
    }),
    deleteFilter: os.deleteFilter.handler(async ({ context, input, errors }) => {
      const deleted = await database.asCaller(context.user, (tx) => deleteFilter(tx, input.id));
      if (!deleted) throw errors.NOT_FOUND();
      return { deleted };
    }),
  };
}
