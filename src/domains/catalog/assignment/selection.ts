import { ASSIGN_LIMIT } from './assignment.ts';

/** The fields of a product's row that a selection needs. */
interface Row {
  id: string;
  promotion: { id: string } | null;
}

/**
 * The user's changes in the list: selected rows that were not in the promotion, and deselected rows that
 * were. All other rows keep their current state, including concurrent changes.
 */
export interface Selection {
  /** Product id → whether the product comes from another promotion. */
  join: ReadonlyMap<string, boolean>;
  leave: ReadonlySet<string>;
}

export const NOTHING_SELECTED: Selection = { join: new Map(), leave: new Set() };

export const isSelected = (selection: Selection, row: Row, promotionId: string): boolean =>
  selection.join.has(row.id) || (row.promotion?.id === promotionId && !selection.leave.has(row.id));

/** Toggles one row. */
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

/** Adds products without a promotion to the selection, up to the limit of one save. */
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

/** Drops products that no longer exist. */
export function withoutMissing(selection: Selection, missingIds: readonly string[]): Selection {
  const join = new Map(selection.join);
  for (const id of missingIds) join.delete(id);
  return { ...selection, join };
}

/** The number of rows that a save changes. */
export const changeOf = ({ join, leave }: Selection): { joined: number; moved: number; left: number } => ({
  joined: join.size,
  moved: [...join.values()].filter(Boolean).length,
  left: leave.size,
});
