import { hashKey, type UseQueryOptions, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useState } from 'react';
import { useRememberedPage } from './use-remembered-page.ts';

/** Time in ms during which a change of rows is attributed to an action in this tab. */
const OWN_CHANGE_MS = 5_000;

interface Page {
  items: readonly { id: string }[];
}

/** What the list shows of its newest page. */
interface Shown<Data extends Page> {
  /** Its view; '' while the page of another view is shown. */
  view: string;
  newest: Data;
  data: Data;
}

/** Changes made elsewhere that are not shown yet. */
export interface PendingChanges {
  /** The number of new rows before those shown; 0 if others were removed or moved. */
  count: number;
  onShow: () => void;
}

/**
 * Extends `useRememberedPage`. While a pointer or the focus is inside the list (put `interactionProps` on its
 * container), changed rows are updated in place, and no row is added, removed or moved until
 * `pendingChanges.onShow` is called or pointer and focus leave. Changes made in this tab are shown at once.
 */
export function useSteadyPage<Data extends Page, Key extends readonly unknown[]>(
  options: UseQueryOptions<Data, Error, Data, Key>,
) {
  const list = useRememberedPage(options);
  const isOwnChange = useOwnChange();
  const [hasPointer, setPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [before, setShown] = useState<Shown<Data>>();
  const { data } = list;
  const view = list.isPrevious ? '' : hashKey(options.queryKey);
  const isInUse = (hasPointer || hasFocus) && !isOwnChange;
  const shown = data && nextShown(before, data, view, isInUse);
  // State set while rendering: a render that React discards leaves no trace.
  if (shown !== before) setShown(shown);

  const isEmpty = shown?.data.items.length === 0;
  // The list disappears with its last row, without a pointerleave event.
  useEffect(() => {
    if (isEmpty) setPointer(false);
  }, [isEmpty]);
  // A removed element emits no blur event: focus falls to the document's body.
  useEffect(() => {
    if (data && document.activeElement === document.body) setFocus(false);
  }, [data]);
  const isHolding = shown !== undefined && !isSameOrder(shown.data, shown.newest);
  return {
    ...list,
    data: shown?.data,
    pendingChanges: isHolding
      ? {
          count: newBefore(shown.data, shown.newest),
          onShow: () => setShown({ ...shown, data: shown.newest }),
        }
      : undefined,
    interactionProps: {
      onPointerEnter: () => setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocus(currentTarget.contains(relatedTarget)),
    },
  };
}

/**
 * What is shown for `newest`: with the rows of `before` while the list is in use. Returns `before` if equal.
 */
export function nextShown<Data extends Page>(
  before: Shown<Data> | undefined,
  newest: Data,
  view: string,
  isInUse: boolean,
): Shown<Data> {
  if (before?.view === view && before.newest === newest && (isInUse || before.data === newest)) return before;
  const isHeld =
    isInUse &&
    view !== '' &&
    before?.view === view &&
    before.data.items.length > 0 &&
    !isSameOrder(before.data, newest);
  return { view, newest, data: isHeld ? renewed(before.data, newest) : newest };
}

/** Whether an action was done in this tab recently. */
function useOwnChange(): boolean {
  const queryClient = useQueryClient();
  const [isRecent, setRecent] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = queryClient.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      setRecent(true);
      clearTimeout(timer);
      timer = setTimeout(() => setRecent(false), OWN_CHANGE_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [queryClient]);
  return isRecent;
}

const isSameOrder = (a: Page, b: Page): boolean =>
  a.items.length === b.items.length && a.items.every(({ id }, place) => id === b.items[place]?.id);

/** The rows of `before` as `data` has them. */
function renewed<Data extends Page>(before: Data, data: Data): Data {
  const newer = new Map(data.items.map((row) => [row.id, row]));
  return { ...before, items: before.items.map((row) => newer.get(row.id) ?? row) };
}

/** How many rows of `data` come before the first one of `shown`. */
function newBefore(shown: Page, data: Page): number {
  const known = new Set(shown.items.map(({ id }) => id));
  const first = data.items.findIndex(({ id }) => known.has(id));
  return first === -1 ? data.items.length : first;
}
