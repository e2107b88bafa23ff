import { useEffect, useState } from 'react';

/**
 * Goes to another house's page. `leaving` stays true while that one loads, which may take long; who comes back by
 * the browser's own button finds the page as it was before.
 */
export function useDeparture() {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(false);
    };
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
  return {
    leaving,
    leaveFor(url: string) {
      setLeaving(true);
      window.location.assign(url);
    },
  };
}
