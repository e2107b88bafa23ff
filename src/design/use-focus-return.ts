import { useRef } from 'react';

/**
 * Restores the focus when a dialog closes. Radix restores it only to its own trigger, and loses it if
 * something else opened the dialog. For its `Content`.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = before;
      if (!(current instanceof HTMLElement)) return;
      event.preventDefault();
      // Gone with the row that was deleted, or with the menu whose item it was: the next key begins in the page, not above it.
      const opener = current.isConnected ? current : document.getElementById('main');
      // Unless the focus has moved already, e.g. a link in the dialog led to another page.
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
    },
  };
}
