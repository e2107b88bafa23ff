import { useEffect, useState } from 'react';

/**
 * Goes to a provider's page. `leaving` stays true while that page loads, which may take long; a return with
 * the browser's back button shows the page as it was before.
 */
export function useLeaveForProvider() {
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
