import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** Calls `onStart` when a navigation begins, also one by the browser's Back, which presses no link. */
export function useNavigationStart(onStart: () => void): void {
  const { history } = useRouter();
  const start = useEffectEvent(onStart);
  useEffect(() => history.subscribe(() => start()), [history]);
}
