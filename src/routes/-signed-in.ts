import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type AccountsApi, sessionQuery, useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { useEndedSession } from '#domains/accounts/ui/sign-in.operations.ts';
import { useApi } from '#shared/api.tsx';

/** Whether there is a session. Pages query private data only then: the server's page is the same for every user. */
export const useHasSession = (): boolean => useQuery(sessionQuery(useApi<AccountsApi>())).data?.user != null;

/**
 * For pages that require a session: without one, redirects to sign-in, and afterwards back to `next`. `error`
 * is the error of the page's own query: if it reports an ended session, this redirects too.
 */
export function useSignedIn(next: string, error: unknown) {
  const session = useSession();
  const navigate = useNavigate();
  useEndedSession(error);
  const isSignedOut = session.known && session.user === null;
  useEffect(() => {
    if (isSignedOut) void navigate({ to: '/auth', search: { next }, replace: true });
  }, [isSignedOut, navigate, next]);
  return session;
}
