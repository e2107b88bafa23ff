import { z } from 'zod';
import { raises, routes } from '#shared/route.ts';
import { filledText, id } from '#shared/shapes.ts';
import { LISTS, MAX_FILTER_NAME } from './filter-limits.ts';

export const savedFilter = z.object({
  id,
  list: z.enum(LISTS),
  name: filledText(1, MAX_FILTER_NAME, 'Name is required'),
  /** The parameters of the list's URL, which validates them again. */
  search: z
    .record(z.string().max(20), z.union([z.string().max(200), z.boolean()]))
    .refine((search) => Object.keys(search).length <= 8),
  /** For all staff. */
  shared: z.boolean(),
});
export type SavedFilter = z.infer<typeof savedFilter>;

const save = routes('admin', 'save filters');

export const savedFiltersContract = {
  listFilters: save('GET /admin/saved-filters', 'The saved filters of all lists, by name').output(
    z.array(savedFilter),
  ),
  /** Raises CONFLICT for a name in use, LIST_FULL beyond 20 filters. A repeated id saves over the same filter. */
  saveFilter: save('POST /admin/saved-filters', 'Save a filter for oneself or for all staff')
    .errors(raises('CONFLICT', 'LIST_FULL'))
    .input(savedFilter)
    .output(savedFilter),
  /** One’s own, or one of all staff. */
  deleteFilter: save('DELETE /admin/saved-filters/{id}', 'Delete a saved filter')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ deleted: z.literal(true) })),
};
