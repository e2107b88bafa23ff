interface Entry {
  kind: string;
  detail: Record<string, string>;
}

/**
 * The notes that an order was submitted with, one line for each item: before the first change that the timeline knows.
 * Empty without any.
 */
export function submittedNotes(
  items: readonly { id: string; productName: string; note: string | null }[],
  timeline: readonly Entry[],
): string {
  const notes = new Map(
    items.map(({ id, productName, note }) => [id, { item: productName, note: note ?? '' }]),
  );
  // From the newest change to the oldest.
  for (const { kind, detail } of timeline.toReversed()) {
    if (kind !== 'item_removed' && kind !== 'note') continue;
    const { item = '' } = detail;
    // Events of earlier versions have the name alone.
    const id = detail.itemId ?? [...notes].find(([, known]) => known.item === item)?.[0] ?? item;
    notes.set(id, { item, note: (kind === 'note' ? detail.before : detail.note) ?? '' });
  }
  return [...notes.values()].flatMap(({ item, note }) => (note === '' ? [] : `${item}: ${note}`)).join('\n');
}
