import { hashKey, type UseQueryOptions, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useKeptPage } from './use-kept-page.ts';

/** ms after which a change of the rows is no longer taken for the consequence of what was done here. */
const OWN_CHANGE_MS = 5_000;

interface Page {
  items: readonly { id: string }[];
}

/** What changed elsewhere and is not shown yet. */
interface Held {
  /** Rows that come before those shown; 0 when others went or moved. */
  count: number;
  onShow: () => void;
}

/** What the button says that shows them: '2 new orders'. `noun` is of one row, where the list begins with the newest. */
export const newsOf = (
  held: Held | undefined,
  noun: string | false,
): { label: string; onShow: () => void } | undefined =>
  held && {
    label:
      held.count === 0 || noun === false
        ? 'Show changes'
        : `${held.count} new ${noun}${held.count === 1 ? '' : 's'}`,
    onShow: held.onShow,
  };

/**
 * As `useKeptPage`. While a pointer or the focus is inside the list (`hand` belongs on what surrounds it), rows that
 * change elsewhere are renewed in their place, and none comes, goes or moves until `held.onShow` or the hand is gone.
 * What was done in this tab shows at once.
 */
export function useSteadyPage<Data extends Page, Key extends readonly unknown[]>(
  options: UseQueryOptions<Data, Error, Data, Key>,
) {
  const list = useKeptPage(options);
  const isOwnChange = useOwnChanges();
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [, showNow] = useState(0);
  const view = hashKey(options.queryKey);
  const shown = useRef<{ view: string; data: Data }>(undefined);
  const { data } = list;
  // What had the focus and was taken away says nothing: then the document's body has it.
  const isInHand = () => hasPointer || (hasFocus && document.activeElement !== document.body);

  if (data) {
    const before = shown.current;
    const isHeld =
      isInHand() &&
      before?.view === view &&
      before.data.items.length > 0 &&
      !isOwnChange() &&
      !isSameOrder(before.data, data);
    // What is still of another view is nobody's to hold.
    shown.current = { view: list.isPrevious ? '' : view, data: isHeld ? renewed(before.data, data) : data };
  }
  const now = shown.current?.data;
  const isEmpty = now?.items.length === 0;
  // The list is gone with its last row, and the pointer does not leave what is gone.
  useEffect(() => {
    if (isEmpty) setPointer(false);
  }, [isEmpty]);
  const isHolding = data !== undefined && now !== undefined && !isSameOrder(now, data);
  return {
    ...list,
    data: now,
    held: isHolding
      ? {
          count: newBefore(now, data),
          onShow: () => {
            shown.current = { view, data };
            showNow((times) => times + 1);
          },
        }
      : undefined,
    hand: {
      onPointerEnter: () => setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocus(currentTarget.contains(relatedTarget as Node | null)),
    },
  };
}

/** Whether something was done in this tab just now. */
function useOwnChanges(): () => boolean {
  const queryClient = useQueryClient();
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') last.current = performance.now();
      }),
    [queryClient],
  );
  return () => performance.now() - last.current < OWN_CHANGE_MS;
}

const isSameOrder = (a: Page, b: Page): boolean =>
  a.items.length === b.items.length && a.items.every(({ id }, place) => id === b.items[place]?.id);

/** The rows of `before` as `data` has them. */
function renewed<Data extends Page>(before: Data, data: Data): Data {
  const newer = new Map(data.items.map((row) => [row.id, row]));
  return { ...before, items: before.items.map((row) => newer.get(row.id) ?? row) };
}

/** How many rows of `data` stand before the first one that is shown. */
function newBefore(now: Page, data: Page): number {
  const known = new Set(now.items.map(({ id }) => id));
  const first = data.items.findIndex(({ id }) => known.has(id));
  return first === -1 ? data.items.length : first;
}
