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
      if (!(current instanceof HTMLElement && current.isConnected)) return;
      event.preventDefault();
      // Unless the focus has moved already, e.g. a link in the dialog led to another page.
      if (document.activeElement === document.body) current.focus({ preventScroll: true });
    },
  };
}
