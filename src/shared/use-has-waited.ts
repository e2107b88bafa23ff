import { useEffect, useState } from 'react';

/** Whether this many ms have passed since the component was mounted. */
export function useHasWaited(ms: number): boolean {
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasWaited;
}
