import { ASSIGN_LIMIT } from './assignment.ts';

/** What a tick needs to know of a product's row. */
interface Row {
  id: string;
  promotion: { id: string } | null;
}

/**
 * What somebody changed in the list of products to assign: rows she ticked that were not in the promotion, and
 * rows she unticked that were. All others stay as they are, whatever happens to them meanwhile.
 */
export interface Selection {
  /** Whether the product comes from another promotion, by its id. */
  join: ReadonlyMap<string, boolean>;
  leave: ReadonlySet<string>;
}

export const NOTHING_SELECTED: Selection = { join: new Map(), leave: new Set() };

export const isSelected = (selection: Selection, row: Row, promotionId: string): boolean =>
  selection.join.has(row.id) || (row.promotion?.id === promotionId && !selection.leave.has(row.id));

/** The other state of one row. */
export function toggled(selection: Selection, row: Row, promotionId: string): Selection {
  const [join, leave] = [new Map(selection.join), new Set(selection.leave)];
  const wasSelected = isSelected(selection, row, promotionId);
  const isIn = row.promotion?.id === promotionId;
  join.delete(row.id);
  leave.delete(row.id);
  if (wasSelected && isIn) leave.add(row.id);
  if (!wasSelected && !isIn) join.set(row.id, row.promotion !== null);
  return { join, leave };
}

/** With products ticked that are in no promotion, as many as one save takes. */
export function withAll(
  selection: Selection,
  ids: readonly string[],
): { selection: Selection; isCut: boolean } {
  const join = new Map(selection.join);
  let isCut = false;
  for (const id of ids) {
    if (join.has(id)) continue;
    if (join.size + selection.leave.size >= ASSIGN_LIMIT) {
      isCut = true;
      break;
    }
    join.set(id, false);
  }
  return { selection: { ...selection, join }, isCut };
}

/** Without products that do not exist any more. */
export function withoutGone(selection: Selection, gone: readonly string[]): Selection {
  const join = new Map(selection.join);
  for (const id of gone) join.delete(id);
  return { ...selection, join };
}

/** How many rows a save changes. */
export const changeOf = ({ join, leave }: Selection): { joined: number; moved: number; left: number } => ({
  joined: join.size,
  moved: [...join.values()].filter(Boolean).length,
  left: leave.size,
});
