import { type Placed, reordered } from '#shared/places.ts';
import { type CategoryNode, flatOf, treeOf } from './categories.ts';

/** The places of all categories after the children of one parent are ordered as `ids`. */
export function orderWith(flat: readonly CategoryNode[], ids: readonly string[]): Placed[] {
  const moved = new Set(ids);
  const values = flat.filter(({ id }) => moved.has(id)).map(({ displayOrder }) => displayOrder);
  const placed = new Map(reordered(ids, values).map(({ id, displayOrder }) => [id, displayOrder]));
  return flat.map(({ id, displayOrder }) => ({ id, displayOrder: placed.get(id) ?? displayOrder }));
}

/** The list sorted by other places: parents before their children, each level sorted. */
export function inNewOrder<C extends CategoryNode>(flat: readonly C[], order: readonly Placed[]): C[] {
  const places = new Map(order.map(({ id, displayOrder }) => [id, displayOrder]));
  return flatOf(
    treeOf(flat.map((one) => ({ ...one, displayOrder: places.get(one.id) ?? one.displayOrder }))),
  );
}

/** What a deletion affects: the number of descendants, and of products that lose their category. */
export function lossOf(
  flat: readonly (CategoryNode & { productCount: number })[],
  below: readonly string[],
): { subcategories: number; products: number } {
  const ids = new Set(below);
  const products = flat.reduce((sum, { id, productCount }) => sum + (ids.has(id) ? productCount : 0), 0);
  return { subcategories: Math.max(0, ids.size - 1), products };
}
