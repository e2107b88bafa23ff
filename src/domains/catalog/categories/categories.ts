/** The fields that the tree functions use; a contract category has all of them. */
export interface CategoryNode {
  id: string;
  name: string;
  parentId: string | null;
  isActive: boolean;
  displayOrder: number;
}

export type Tree<C extends CategoryNode> = C & { children: Tree<C>[] };

/** By display order, then by name, then by id, so that the order is deterministic. */
const inOrder = (a: CategoryNode, b: CategoryNode): number =>
  a.displayOrder - b.displayOrder || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1);

/** Lists do not change, and that of all categories is asked at each request. */
const indexed = new WeakMap<readonly CategoryNode[], Map<string | null, CategoryNode[]>>();

function childrenByParent<C extends CategoryNode>(flat: readonly C[]): Map<string | null, C[]> {
  const known = indexed.get(flat);
  if (known) return known as Map<string | null, C[]>;
  const ids = new Set(flat.map(({ id }) => id));
  const children = new Map<string | null, C[]>();
  for (const one of flat) {
    // A category with a missing parent becomes top-level, so that it stays visible.
    const parent = one.parentId !== null && ids.has(one.parentId) ? one.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), one]);
  }
  for (const list of children.values()) list.sort(inOrder);
  indexed.set(flat, children);
  return children;
}

/**
 * Builds a tree of the flat list, each level sorted. A category whose parent is missing becomes top-level.
 */
export function treeOf<C extends CategoryNode>(flat: readonly C[]): Tree<C>[] {
  const children = childrenByParent(flat);
  const below = (parent: string | null): Tree<C>[] =>
    (children.get(parent) ?? []).map((one) => ({ ...one, children: below(one.id) }));
  return below(null);
}

/** Flattens the tree, parents before their children. */
export const flatOf = <C extends CategoryNode>(tree: readonly Tree<C>[]): C[] =>
  tree.flatMap(({ children, ...own }) => [own as unknown as C, ...flatOf(children)]);

/** The ids of a category and its descendants; empty for an unknown id. */
export function descendantsOf(flat: readonly CategoryNode[], id: string): string[] {
  const children = childrenByParent(flat);
  const below = (one: string): string[] => [
    one,
    ...(children.get(one) ?? []).flatMap((child) => below(child.id)),
  ];
  return flat.some((one) => one.id === id) ? below(id) : [];
}

/** Active categories without an inactive ancestor, parents before their children. */
export function activeOf<C extends CategoryNode>(flat: readonly C[]): C[] {
  const pruned = (tree: Tree<C>[]): Tree<C>[] =>
    tree.filter(({ isActive }) => isActive).map((one) => ({ ...one, children: pruned(one.children) }));
  return flatOf(pruned(treeOf(flat)));
}
