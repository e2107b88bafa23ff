interface Entry {
  kind: string;
  detail: Record<string, string>;
}

/**
 * The notes that an order was submitted with, one line for each item: before the first change that the timeline knows.
 * Empty without any.
 */
export function submittedNotes(
  items: readonly { productName: string; note: string | null }[],
  timeline: readonly Entry[],
): string {
  const notes = new Map(items.map(({ productName, note }) => [productName, note ?? '']));
  // From the newest change to the oldest.
  for (const { kind, detail } of timeline.toReversed()) {
    if (kind === 'item_removed') notes.set(detail.item ?? '', detail.note ?? '');
    if (kind === 'note') notes.set(detail.item ?? '', detail.before ?? '');
  }
  return [...notes].flatMap(([item, note]) => (note === '' ? [] : `${item}: ${note}`)).join('\n');
}
