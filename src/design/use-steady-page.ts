import { hashKey, type UseQueryOptions, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useState } from 'react';
import { useRememberedPage } from './use-remembered-page.ts';

/** ms after which a change of the rows is no longer taken for the consequence of what was done here. */
const OWN_CHANGE_MS = 5_000;

interface Page {
  items: readonly { id: string }[];
}

/** What the list shows of its newest page. */
interface Shown<Data extends Page> {
  /** The view that it belongs to; '' while the page of another view is shown. */
  view: string;
  newest: Data;
  data: Data;
}

/** Changes made elsewhere that are not shown yet. */
interface PendingChanges {
  /** Rows that come before those shown; 0 when others went or moved. */
  count: number;
  onShow: () => void;
}

/** The button that shows them: '2 new orders'. `noun` is of one row, where the list begins with the newest. */
export const pendingChangesButton = (
  pending: PendingChanges | undefined,
  noun: string | false,
): { label: string; onShow: () => void } | undefined =>
  pending && {
    label:
      pending.count === 0 || noun === false
        ? 'Show changes'
        : `${pending.count} new ${noun}${pending.count === 1 ? '' : 's'}`,
    onShow: pending.onShow,
  };

/**
 * As `useRememberedPage`. While a pointer or the focus is inside the list (`interactionProps` belong on what surrounds it),
 * rows that change elsewhere are renewed in their place, and none comes, goes or moves until `pendingChanges.onShow` is
 * called or pointer and focus are elsewhere. What was done in this tab shows at once.
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
  // State set while rendering belongs to this render alone: one that React discards leaves no trace.
  if (shown !== before) setShown(shown);

  const isEmpty = shown?.data.items.length === 0;
  // The list is gone with its last row, and the pointer does not leave what is gone.
  useEffect(() => {
    if (isEmpty) setPointer(false);
  }, [isEmpty]);
  // Nor does the focus leave what is taken away: then the document's body has it.
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
        setFocus(currentTarget.contains(relatedTarget as Node | null)),
    },
  };
}

/** What is shown once `newest` is there: with the rows of `before` where the list is in use. `before` if that says it. */
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

/** Whether something was done in this tab just now. */
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
