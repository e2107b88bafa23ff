import { useRef } from 'react';

/**
 * Where the keyboard goes on when a window closes: where it was before. Radix knows only its own trigger, and
 * leaves the focus nowhere when something else opened the window. For its `Content`.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = before;
      if (!(current instanceof HTMLElement && current.isConnected)) return;
      event.preventDefault();
      // Unless it has gone on already: a link in the window led to another page.
      if (document.activeElement === document.body) current.focus({ preventScroll: true });
    },
  };
}
