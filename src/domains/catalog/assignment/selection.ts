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
export interface Ticks {
  /** Whether the product comes from another promotion, by its id. */
  join: ReadonlyMap<string, boolean>;
  leave: ReadonlySet<string>;
}

export const NO_TICKS: Ticks = { join: new Map(), leave: new Set() };

export const isTicked = (ticks: Ticks, row: Row, promotionId: string): boolean =>
  ticks.join.has(row.id) || (row.promotion?.id === promotionId && !ticks.leave.has(row.id));

/** The other state of one row. */
export function toggled(ticks: Ticks, row: Row, promotionId: string): Ticks {
  const [join, leave] = [new Map(ticks.join), new Set(ticks.leave)];
  const wasTicked = isTicked(ticks, row, promotionId);
  const isIn = row.promotion?.id === promotionId;
  join.delete(row.id);
  leave.delete(row.id);
  if (wasTicked && isIn) leave.add(row.id);
  if (!wasTicked && !isIn) join.set(row.id, row.promotion !== null);
  return { join, leave };
}

/** With products ticked that are in no promotion, as many as one save takes. */
export function withAll(ticks: Ticks, ids: readonly string[]): { ticks: Ticks; isCut: boolean } {
  const join = new Map(ticks.join);
  let isCut = false;
  for (const id of ids) {
    if (join.has(id)) continue;
    if (join.size + ticks.leave.size >= ASSIGN_LIMIT) {
      isCut = true;
      break;
    }
    join.set(id, false);
  }
  return { ticks: { ...ticks, join }, isCut };
}

/** Without products that do not exist any more. */
export function withoutGone(ticks: Ticks, gone: readonly string[]): Ticks {
  const join = new Map(ticks.join);
  for (const id of gone) join.delete(id);
  return { ...ticks, join };
}

/** How many rows a save changes. */
export const changeOf = ({ join, leave }: Ticks): { joined: number; moved: number; left: number } => ({
  joined: join.size,
  moved: [...join.values()].filter(Boolean).length,
  left: leave.size,
});
