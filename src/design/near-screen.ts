import { type RefObject, useEffect, useState } from 'react';
import { useIsOfDocument } from './of-document.ts';

/** How far from the screen an image begins to load, px, above and below. */
const NEAR = 200;

/**
 * Whether the element of `ref` has been within 200 pixels of the screen, also inside what scrolls sideways. Always true
 * in the page that came as a document: there the browser decides, which also works before scripts run.
 */
export function useNearScreen(ref: RefObject<Element | null>, isEager: boolean): boolean {
  const isOfDocument = useIsOfDocument();
  const [isNear, setNear] = useState(isEager || isOfDocument);
  useEffect(() => {
    if (isNear || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // What only touches the edge counts as intersecting as well.
        if (entries.some(({ intersectionRatio }) => intersectionRatio > 0)) setNear(true);
      },
      { rootMargin: `${NEAR}px 0px`, threshold: [0, 0.01] },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isNear, ref]);
  return isNear || isEager;
}
