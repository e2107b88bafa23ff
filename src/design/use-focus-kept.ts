import { type FocusEvent, useEffect, useRef } from 'react';

/** Keeps the focus in a box whose buttons vanish: the button that takes the place of the focused one gets it. */
export function useFocusKept<Box extends HTMLElement>() {
  const box = useRef<Box>(null);
  /** Of the focused button among those of the box. */
  const place = useRef<number>(undefined);
  const buttons = () => [...(box.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
  // After each render. A removed element emits no blur event: focus falls to the document's body.
  useEffect(() => {
    if (place.current === undefined || document.activeElement !== document.body) return;
    const present = buttons();
    present[Math.min(place.current, present.length - 1)]?.focus({ preventScroll: true });
  });
  return {
    ref: box,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      place.current = buttons().indexOf(target);
    },
    onBlur: ({ target }: FocusEvent) => {
      // While a file is chosen the window alone has lost the focus.
      if (document.activeElement !== target) place.current = undefined;
    },
  };
}
