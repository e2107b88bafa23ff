import type { ChangedField } from './stale-choice.tsx';

export type Values = Record<string, unknown>;

/** The labels of a form's fields, and the display of values whose raw text is not enough. */
export interface FieldNames<V extends Values> {
  labels: Partial<Record<keyof V & string, string>>;
  show?: Partial<{ [K in keyof V & string]: (value: V[K]) => string }>;
}

/** Whether two values of a field are equal. Files are compared by identity. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (!(one instanceof Blob && other instanceof Blob) &&
    JSON.stringify(one ?? null) === JSON.stringify(other ?? null));

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === null || value === undefined ? '' : String(value);
}

/** The fields that another user has changed since the form was opened, with my value if I changed it too. */
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

/**
 * What a newer version of another user means for an open form: `taken` fields show their value, because they are as
 * they were before; `contested` ones were changed on both sides and wait for the choice at the save. `before` is what
 * the form is compared with from now on.
 */
export function adopted<V extends Values>({ before, theirs, mine }: { before: V; theirs: V; mine: V }) {
  const changed = Object.keys(theirs).filter((name) => !isSame(before[name], theirs[name]));
  const taken = changed.filter((name) => isSame(mine[name], before[name]));
  const contested = changed.filter((name) => !taken.includes(name) && !isSame(mine[name], theirs[name]));
  const settled = changed.filter((name) => !contested.includes(name));
  const now = Object.fromEntries(settled.map((name) => [name, theirs[name]]));
  return { taken, contested, before: { ...before, ...now } };
}

/** My value where I changed it, theirs everywhere else. */
export function merged<V extends Values>({ before, theirs, mine }: { before: V; theirs: V; mine: V }): V {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...names].map((name) => [name, isSame(mine[name], before[name]) ? theirs[name] : mine[name]]),
  ) as V;
}
