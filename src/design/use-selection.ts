import { useState } from 'react';
import type { Selected } from '#shared/selection.ts';
import {
  countOf,
  isFull,
  isSelected,
  NOTHING,
  pressed,
  type SelectionState,
  selectedOf,
  withRows,
} from './selection-state.ts';
import { NO_FILTERS } from './use-list-search.ts';

/** What a list and its bar of actions need of a selection. */
export interface Selection {
  /** On a phone rows can be selected only after a press on 'Select', so that cards keep their width. */
  isOn: boolean;
  setOn: (on: boolean) => void;
  /** Selected rows, also of other pages. */
  count: number;
  /** Rows that match; undefined while unknown. */
  total: number | undefined;
  /** No row can be selected: those shown are of other filters, or a change of the selected ones runs, which ends it. */
  isLocked: boolean;
  setChanging: (isChanging: boolean) => void;
  isCapped: boolean;
  isAll: boolean;
  /** No more rows can be selected one by one, or left out of all. */
  isFull: boolean;
  has: (id: string) => boolean;
  press: (id: string, isRange: boolean) => void;
  /** Selects the rows of the page, or lifts them. */
  selectPage: (on: boolean) => void;
  /** Selects all that match. */
  selectAll: () => void;
  clear: () => void;
  selected: Selected;
}

/**
 * The selection in a list, from `useRememberedPage` or `useSteadyPage`. It stays from page to page, and ends when search
 * or filters change.
 */
export function useSelection(
  list: {
    data: { items: readonly { id: string }[]; total: number; capped: boolean } | undefined;
    isPrevious: boolean;
  },
  search: object,
): Selection {
  const view = JSON.stringify(Object.entries(search).filter(([name]) => !NO_FILTERS.includes(name)));
  const [shownView, setShownView] = useState(view);
  if (!list.isPrevious && shownView !== view) setShownView(view);
  // 'All that match' is sent as the filter: until its rows are shown, neither they nor their number are known.
  const data = shownView === view ? list.data : undefined;
  const [stored, setState] = useState(NOTHING(view));
  const [isOn, setOn] = useState(false);
  const state = stored.view === view ? stored : NOTHING(view);
  const page = data?.items.map(({ id }) => id) ?? [];
  const [isChanging, setChanging] = useState(false);
  const isLocked = isChanging || shownView !== view;
  const select = (next: SelectionState) => !isLocked && setState(next);
  return {
    isOn,
    setOn: (on) => {
      setOn(on);
      if (!on) setState(NOTHING(view));
    },
    count: countOf(state, data?.total ?? 0),
    total: data?.total,
    isLocked,
    setChanging,
    isCapped: data?.capped ?? false,
    isAll: state.isAll,
    isFull: isFull(state),
    has: (id) => isSelected(state, id),
    press: (id, isRange) => select(pressed(state, { page, id, isRange })),
    selectPage: (on) => select(withRows(state, page, on)),
    selectAll: () => select({ ...NOTHING(view), isAll: true }),
    clear: () => {
      setOn(false);
      setState(NOTHING(view));
    },
    selected: selectedOf(state),
  };
}
