import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Moves the focus to a container when the button in it that has it disappears, such as one that deletes its row: the next
 * key begins there, not above the page. `useFocusReturn` does this for what dialogs return to.
 */
export function useKeptFocus<Container extends HTMLElement>() {
  const container = useRef<Container>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    // Last, so that a screen that knows a better place comes first, and `useSteadyPage` finds that the list was left.
    setTimeout(() => {
      if (document.activeElement === document.body) container.current?.focus({ preventScroll: true });
    });
  });
  return {
    ref: container,
    tabIndex: -1,
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      // React passes on the events of dialogs to the components that opened them.
      if (currentTarget.contains(target)) focused.current = target;
    },
    // React reports none of an element that it removes. While a file is chosen, only the window has lost the focus.
    onBlur: ({ target }: FocusEvent) => {
      if (document.activeElement !== target) focused.current = null;
    },
  };
}
