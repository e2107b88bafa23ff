import { useRef } from 'react';

/**
 * Restores the focus when a dialog closes. Radix restores it only to its own trigger, and loses it if
 * something else opened the dialog. For its `Content`.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      const opener = document.activeElement;
      // A menu is gone by then; its button is not.
      const button = opener?.closest('[role=menu]')?.getAttribute('aria-labelledby');
      before.current = button ? document.getElementById(button) : opener;
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = before;
      if (!(current instanceof HTMLElement)) return;
      event.preventDefault();
      // Gone with the row that was deleted: the next key begins in the page, not above it.
      const opener = current.isConnected ? current : document.getElementById('main');
      // Unless the focus has moved already, e.g. a link in the dialog led to another page.
      if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
    },
  };
}
