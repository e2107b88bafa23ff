import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { afterPaint } from '#shared/after-paint.ts';
import { isNewPage, useIsOfDocument } from './of-document.ts';

/** What nobody sees before they scroll: in a new page it is rendered after the paint of what is above. */
export function BelowFold({ children }: { children: ReactNode }) {
  const isOfDocument = useIsOfDocument();
  const [isShown, setShown] = useState(isOfDocument || !isNewPage());
  useEffect(() => {
    if (!isShown) void afterPaint().then(() => startTransition(() => setShown(true)));
  }, [isShown]);
  return isShown ? children : null;
}
