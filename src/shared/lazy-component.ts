import { useCallback, useRef, useState } from 'react';

/**
 * A part of the page whose script comes only when it is wanted. Unlike React.lazy a file that does not come
 * breaks nothing: the part stays null, `hasFailed` says so, and the next wish tries again.
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
    loading.current ??= latest.current().then(
      (part) => setState({ part, hasFailed: false }),
      () => {
        loading.current = null;
        setState({ part: null, hasFailed: true });
      },
    );
  }, []);
  return { ...state, want };
}
