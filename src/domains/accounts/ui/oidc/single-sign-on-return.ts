import { useEffect, useRef } from 'react';
import { toast } from '#design/toast.ts';
import { useShop } from '#shared/shop-context.tsx';
import { isSingleSignOnRefusal, SINGLE_SIGN_ON_REFUSALS } from '#shared/single-sign-on.ts';
import type { SignInSearch } from '../../return-path.ts';
import { notifyTabs, useSession } from '../session/session.queries.ts';
import { GREETING } from '../sign-in.operations.ts';

/** The result of a single sign-on in the page's URL. */
export type SingleSignOnReturn = Pick<SignInSearch, 'with' | 'error'>;

/** The message for a failed single sign-on; null without one in the URL. */
export function useSingleSignOnRefusal({ with: provider, error }: SingleSignOnReturn): string | null {
  const { providers } = useShop().signIn;
  if (!isSingleSignOnRefusal(error)) return null;
  const name = providers.find(({ id }) => id === provider)?.name ?? 'the other provider';
  return SINGLE_SIGN_ON_REFUSALS[error](name);
}

/** Greets a user who has just returned signed in, once, and notifies the other tabs. */
export function useGreetingOnReturn({ with: provider, error }: SingleSignOnReturn): void {
  const { known, user } = useSession();
  const isHandled = useRef(false);
  useEffect(() => {
    if (!known || isHandled.current) return;
    isHandled.current = true;
    if (!user || !provider || error) return;
    notifyTabs('signed in');
    toast.success(GREETING);
  }, [known, user, provider, error]);
}
