import { categoryPath, categoryText, pathsOf } from './category-path.ts';

export interface KnownCategory {
  id: string;
  parentId: string | null;
  displayOrder: number;
  name: string;
  /** The name's key, as the database compares names. */
  key: string;
}

export interface PlannedCategory {
  id: string;
  name: string;
  parentId: string | null;
  /** At the end of its level. */
  displayOrder: number;
  /** As displayed: 'Women > Dresses'. */
  text: string;
}

export interface CategoryPlan {
  /** Categories to create, parents first. */
  create: PlannedCategory[];
  /** The category id of each text. */
  idOf: Map<string, string>;
}

const LONGEST_NAME = 100;

/** The name of a category whose own name is used elsewhere in the tree: 'Shirts (Men)'. */
const qualified = (name: string, parent: string): string => {
  const behind = ` (${parent})`;
  return behind.length < LONGEST_NAME
    ? `${[...name].slice(0, LONGEST_NAME - behind.length).join('')}${behind}`
    : name;
};

/** All names whose keys a plan may need. */
export const namesInPlan = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => {
      const path = categoryPath(text);
      return path.flatMap((name, at) => (at === 0 ? [name] : [name, qualified(name, path[at - 1]!)]));
    }),
  ),
];

/**
 * Finds the category of each text, such as 'Women > Dresses', and plans the missing ones. Names are unique in
 * the whole shop: an existing category matches at the top level or below the same parent; otherwise a new one
 * is named after both: 'Shirts (Men)'. The exact path of a category is that category, also where names contain '>'.
 */
export function planCategories(
  known: readonly KnownCategory[],
  texts: readonly string[],
  { keyOf, newId }: { keyOf: (name: string) => string; newId: () => string },
): CategoryPlan {
  const byKey = new Map<string, Pick<KnownCategory, 'id' | 'parentId'>>(known.map((one) => [one.key, one]));
  const top = new Set(known.filter(({ parentId }) => parentId === null).map(({ id }) => id));
  const lastOrders = new Map<string | null, number>();
  for (const { parentId, displayOrder } of known) {
    lastOrders.set(parentId, Math.max(displayOrder, lastOrders.get(parentId) ?? -1));
  }
  const pathOf = pathsOf(known);
  const byPath = new Map(known.map(({ id }) => [categoryText(pathOf(id)), id]));
  const plan: CategoryPlan = { create: [], idOf: new Map() };

  const add = (name: string, parentId: string | null, text: string) => {
    const displayOrder = (lastOrders.get(parentId) ?? -1) + 1;
    lastOrders.set(parentId, displayOrder);
    const added = { id: newId(), name, parentId, displayOrder, text };
    plan.create.push(added);
    byKey.set(keyOf(name), added);
    return added;
  };
  const child = (name: string, parent: { id: string; name: string; path: string[] }) => {
    const found = byKey.get(keyOf(name));
    if (!found) return { name, id: add(name, parent.id, categoryText([...parent.path, name])).id };
    if (found.parentId === parent.id || top.has(found.id) || found.id === parent.id)
      return { name, id: found.id };
    const other = qualified(name, parent.name);
    const id = byKey.get(keyOf(other))?.id ?? add(other, parent.id, categoryText([...parent.path, other])).id;
    return { name: other, id };
  };

  for (const text of texts) {
    const existing = byPath.get(text);
    if (existing !== undefined) {
      plan.idOf.set(text, existing);
      continue;
    }
    const [first, ...below] = categoryPath(text);
    if (first === undefined) continue;
    const root = byKey.get(keyOf(first)) ?? add(first, null, first);
    let parent = { id: root.id, name: first, path: [first] };
    for (const name of below) {
      const next = child(name, parent);
      parent = { id: next.id, name, path: [...parent.path, next.name] };
    }
    plan.idOf.set(text, parent.id);
  }
  return plan;
}
