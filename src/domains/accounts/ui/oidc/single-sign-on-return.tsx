import { useEffect, useRef } from 'react';
import { toast } from '#design/toast.ts';
import { useShop } from '#shared/shop-context.tsx';
import { isSingleSignOnRefusal, SINGLE_SIGN_ON_REFUSALS } from '#shared/single-sign-on.ts';
import { useSession } from '../session/session.queries.ts';
import { tellTabs } from '../session/session-events.ts';
import { GREETING } from '../sign-in.operations.ts';

/** How one came back from another house, as the page's address says it. */
export interface SingleSignOnReturn {
  /** The provider's id. */
  with?: string;
  /** A code of the closed set, or anything else. */
  error?: string;
}

/** The sentence for why it came to nothing; null when the address says nothing of that kind. */
export function useSingleSignOnRefusal({ with: provider, error }: SingleSignOnReturn): string | null {
  const { providers } = useShop().signIn;
  if (!isSingleSignOnRefusal(error)) return null;
  const name = providers.find(({ id }) => id === provider)?.name ?? 'the other house';
  return SINGLE_SIGN_ON_REFUSALS[error](name);
}

/** Greets who has just come back signed in, once, and tells the other tabs. */
export function useGreetingOnReturn({ with: provider, error }: SingleSignOnReturn): void {
  const { known, user } = useSession();
  const isLookedAt = useRef(false);
  useEffect(() => {
    if (!known || isLookedAt.current) return;
    isLookedAt.current = true;
    if (!user || !provider || error) return;
    tellTabs('signed in');
    toast.success(GREETING);
  }, [known, user, provider, error]);
}

/** Why signing in with another house came to nothing. */
export function SingleSignOnRefused({ children }: { children: string }) {
  return (
    <p role="alert" className="border-danger border-l-4 bg-danger-soft p-4">
      {children}
    </p>
  );
}
