import { useCallback, useRef, useState } from 'react';

/** A form that opens below its button; the focus returns to the button when it closes. */
export function useUnfolding() {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    ref.current?.focus({ preventScroll: true });
  }, []);
  return {
    isOpen,
    close,
    button: { ref, 'aria-expanded': isOpen, onClick: () => (isOpen ? close() : setOpen(true)) },
  };
}
