import type { ChangedField } from './stale-choice.tsx';

export type Values = Record<string, unknown>;

/** How the fields of a form are called, and how a value reads where its text alone says too little. */
export interface FieldNames<V extends Values> {
  labels: Partial<Record<keyof V & string, string>>;
  show?: Partial<{ [K in keyof V & string]: (value: V[K]) => string }>;
}

/** Whether two values of a field say the same. Nothing tells two files apart but that they are two. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (!(one instanceof Blob && other instanceof Blob) &&
    JSON.stringify(one ?? null) === JSON.stringify(other ?? null));

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null || value === undefined ? '' : String(value);
}

/** The fields that differ between what was opened and what somebody else saved since, with mine where I changed it too. */
export function changedFields<V extends Values>(
  { before, theirs, mine }: { before: V; theirs: V; mine: V },
  { labels, show }: FieldNames<V>,
): ChangedField[] {
  return Object.keys(labels).flatMap((name: keyof V & string) => {
    if (isSame(before[name], theirs[name])) return [];
    const read = (value: V[typeof name]) => show?.[name]?.(value) ?? textOf(value);
    const isMine = !isSame(mine[name], before[name]) && !isSame(mine[name], theirs[name]);
    return [
      {
        name,
        label: labels[name] ?? name,
        before: read(before[name]),
        theirs: read(theirs[name]),
        mine: isMine ? read(mine[name]) : undefined,
      },
    ];
  });
}

/** Mine where I changed something, theirs everywhere else. */
export function merged<V extends Values>({ before, theirs, mine }: { before: V; theirs: V; mine: V }): V {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...names].map((name) => [name, isSame(mine[name], before[name]) ? theirs[name] : mine[name]]),
  ) as V;
}
