import { useCallback, useRef, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/**
 * Loads a component on demand. Unlike React.lazy, a failed load breaks nothing: the component stays null, `hasFailed`
 * is set, and the next request tries again.
 */
export function useLazyComponent<T>(load: () => Promise<T>) {
  const [state, setState] = useState<{ part: T | null; hasFailed: boolean }>({
    part: null,
    hasFailed: false,
  });
  const loading = useRef<Promise<void> | null>(null);
  const latest = useRef(load);
  latest.current = load;
  const want = useCallback(() => {
    loading.current ??= afterPaint()
      .then(() => latest.current())
      .then(
        (part) => setState({ part, hasFailed: false }),
        () => {
          loading.current = null;
          setState({ part: null, hasFailed: true });
        },
      );
  }, []);
  return { ...state, want };
}
