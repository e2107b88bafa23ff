import { MOST_SELECTED, type Selected } from '#shared/selection.ts';

/** The selection in a list. With `isAll`, `ids` are those that are left out. */
export interface SelectionState {
  /** The filter it was made in. */
  view: string;
  isAll: boolean;
  ids: ReadonlySet<string>;
  /** The last row that was pressed, from which a range extends. */
  last: string | undefined;
}

export const NOTHING = (view: string): SelectionState => ({
  view,
  isAll: false,
  ids: new Set(),
  last: undefined,
});

export const isSelected = ({ isAll, ids }: SelectionState, id: string): boolean => ids.has(id) !== isAll;

/** Selects rows, or lifts their selection; beyond the maximum nothing is added. */
export function withRows(state: SelectionState, rows: readonly string[], on: boolean): SelectionState {
  const ids = new Set(state.ids);
  for (const id of rows) {
    if (on === state.isAll) ids.delete(id);
    else if (ids.size < MOST_SELECTED) ids.add(id);
  }
  return { ...state, ids, last: rows.at(-1) ?? state.last };
}

/** A press on a row of a page; with `isRange` all from the last pressed one to it become what it becomes. */
export function pressed(
  state: SelectionState,
  { page, id, isRange }: { page: readonly string[]; id: string; isRange: boolean },
): SelectionState {
  const on = !isSelected(state, id);
  const [from, to] = [page.indexOf(state.last ?? ''), page.indexOf(id)];
  const rows = isRange && from !== -1 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  return { ...withRows(state, rows, on), last: id };
}

/** Whether no more rows can be selected one by one, or left out of all. */
export const isFull = ({ ids }: SelectionState): boolean => ids.size >= MOST_SELECTED;

/** How many rows of `total` are selected. */
export const countOf = ({ isAll, ids }: SelectionState, total: number): number =>
  isAll ? Math.max(0, total - ids.size) : ids.size;

export const selectedOf = ({ isAll, ids }: SelectionState): Selected =>
  isAll ? { except: [...ids] } : { ids: [...ids] };
