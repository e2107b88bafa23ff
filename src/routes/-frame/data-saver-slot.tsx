import { useEffect } from 'react';
import { followConnection } from '#shared/data-saver.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';
import { whenAtRest } from '#shared/live/use-following.ts';

/** The place of the data saver's switch. Its code is loaded after the page. */
export function DataSaverSlot() {
  const { part, want } = useLazyComponent(() => import('./data-saver.tsx'));
  useEffect(() => {
    const end = followConnection();
    const cancel = whenAtRest(want);
    return () => {
      end();
      cancel();
    };
  }, [want]);
  return <div className="wrap min-h-14 pb-3 scriptless:hidden">{part ? <part.DataSaver /> : null}</div>;
}
