import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import { isAdmin } from '#shared/caller.ts';
import type { Profile } from '../../contract.ts';
import type { SessionState } from '../../session-state.ts';
import {
  type AccountsApi,
  notifyTabs,
  refreshSession,
  sessionQuery,
  useSession,
} from '../session/session.queries.ts';
import { useEndedSession } from '../sign-in.operations.ts';

export const UNVERIFIED = 'Failed to verify admin credentials';

const mayWorkHere = (user: Profile) => isAdmin({ userId: user.id, role: user.role });

const hasUser = (queryClient: QueryClient, api: AccountsApi): boolean =>
  Boolean(queryClient.getQueryData<SessionState>(sessionQuery(api).queryKey)?.user);

/** Whether the user is admitted to the back office, as far as known. */
export type Admission =
  | { is: 'checking' | 'signed out' | 'verifying' | 'denied' | 'one step short' | 'admitted' }
  | { is: 'unknown'; retry: () => void; busy: boolean };

/** The signed-in user, and whether the server admits them: a cached role may be outdated. */
export function useAdmission(): Admission {
  const { known, failed, retry, user } = useSession();
  const api = useApi<AccountsApi>();
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'admission', user?.id],
    // Evaluated anew each time: there is no request for a user who has just signed out.
    enabled: () => hasUser(queryClient, api),
    queryFn: async () => {
      if (!user) return false;
      const admitted = await api.accounts.isAdminOrSuperAdmin({ userId: user.id });
      if (admitted === mayWorkHere(user)) return admitted;
      // The role changed since the session was read; all other screens use the new one.
      const { user: now } = await refreshSession(queryClient, api);
      return now !== null && mayWorkHere(now);
    },
    staleTime: 0,
    gcTime: 0,
  });
  const ended = useEndedSession(error);

  if (failed) return { is: 'unknown', retry, busy: false };
  if (!known) return { is: 'checking' };
  if (!user) return { is: 'signed out' };
  if (error && !ended) return { is: 'unknown', retry: () => void refetch(), busy: isFetching };
  if (data === undefined || isFetching) return { is: 'verifying' };
  if (data) return { is: 'admitted' };
  return { is: user.withheldRole ? 'one step short' : 'denied' };
}

/**
 * Loads the user after the server set the cookie, without a message: the caller shows one when the result is
 * known.
 */
export function useLoadAdmin() {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  return async () => {
    notifyTabs('signed in');
    await refreshSession(queryClient, api).catch(() => toast.error(UNVERIFIED));
  };
}
