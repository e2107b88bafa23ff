import type { ContractRouterClient } from '@orpc/contract';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApi } from '#shared/api.tsx';
import { localStore } from '#shared/browser-storage.ts';
import { isAdmin } from '#shared/caller.ts';
import { isPreviewing } from '#shared/preview.ts';
import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';
import type { accountsContract } from '../../contract.ts';
import { type SessionEvent, type SessionState, SIGNED_OUT, sessionAfter } from '../../session-state.ts';

/** The part of the API these screens use. */
export type AccountsApi = { accounts: ContractRouterClient<typeof accountsContract> };

const SESSION = ['session'] as const;

/**
 * Messages between tabs. Events without data make the other tabs load the session; a second factor and an
 * extended session are known only to the tab that saw them.
 */
type SessionNews =
  | 'signed in'
  | 'signed out'
  | 'user updated'
  | 'password recovery'
  | Extract<SessionEvent, { type: 'token refreshed' | 'multi-factor verified' }>;

const openSessionChannel = () => new BroadcastChannel('aso-session');

/** Notifies the shop's other tabs. */
export function notifyTabs(news: SessionNews): void {
  const channel = openSessionChannel();
  channel.postMessage(news);
  channel.close();
}

/** Whether a request for the signed-in user is worthwhile. In a preview everybody is a visitor. */
const hasSignedInHint = () =>
  !isPreviewing() && document.cookie.split('; ').some((cookie) => cookie.startsWith(`${SIGNED_IN_HINT}=1`));

/** The localStorage key of the id of the user who was signed in last. */
const ACCOUNT = 'account';

/** While the session cannot be loaded: the id of the user who is probably still signed in; null for none. */
export const rememberedAccount = (): string | null => (hasSignedInHint() && localStore.read(ACCOUNT)) || null;

/** How long the session counts as known, ms. */
const READ_AGAIN_MS = 5 * 60_000;

/** The signed-in user. A browser without a sign-in hint sends no request. */
export const sessionQuery = ({ accounts }: AccountsApi) =>
  queryOptions({
    queryKey: SESSION,
    queryFn: async ({ signal, client }): Promise<SessionState> => {
      const before = client.getQueryData<SessionState>(SESSION)?.user;
      const user = hasSignedInHint() ? await accounts.me(undefined, { signal }) : null;
      if (!isPreviewing()) localStore.write(ACCOUNT, user?.id ?? '');
      if (before && before.id !== user?.id) forgetOthers(client);
      else if (before && user) notifyTabs({ type: 'token refreshed', user });
      return { user };
    },
    staleTime: READ_AGAIN_MS,
    // A page that is only looked at keeps its session too: the shop extends one that is due with any answer.
    refetchInterval: ({ state }) => (state.data?.user ? READ_AGAIN_MS : false),
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Applies an event. When the user changes, all data of the user before is removed. */
export function applySessionEvent(queryClient: QueryClient, event: SessionEvent): void {
  const before = queryClient.getQueryData<SessionState>(SESSION) ?? SIGNED_OUT;
  const after = sessionAfter(before, event);
  // A pending answer belongs to the session before.
  void queryClient.cancelQueries({ queryKey: SESSION });
  queryClient.setQueryData(SESSION, after);
  if (before.user?.id !== after.user?.id) forgetOthers(queryClient);
}

/** Applies an event of this tab, and notifies the others. */
export function announceSessionEvent(
  queryClient: QueryClient,
  event: Extract<SessionEvent, { type: 'signed out' | 'password recovery' | 'user updated' }>,
): void {
  applySessionEvent(queryClient, event);
  notifyTabs(event.type);
}

function forgetOthers(queryClient: QueryClient): void {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== SESSION[0];
  queryClient.removeQueries({ type: 'inactive', predicate });
  void queryClient.invalidateQueries({ type: 'active', predicate });
}

/** Loads the session again; for when something outside this tab may have changed it. */
export async function refreshSession(queryClient: QueryClient, api: AccountsApi): Promise<SessionState> {
  const before = queryClient.getQueryData<SessionState>(SESSION)?.user?.id;
  // A pending request may have been sent before the cookie was set; who waits for it gets the new answer.
  void queryClient.cancelQueries({ queryKey: SESSION }, { silent: true });
  const state = await queryClient.query({ ...sessionQuery(api), staleTime: 0 });
  if (before !== state.user?.id) forgetOthers(queryClient);
  return state;
}

/**
 * The signed-in user. `known` is false on the server and until the browser has loaded it: show a placeholder
 * then. `failed` means that loading failed, `error` why; `retry` loads again.
 */
export function useSession() {
  const api = useApi<AccountsApi>();
  const { data: found, isError, error, refetch } = useQuery(sessionQuery(api));
  // A part of the page that hydrates late may find the answer already; its HTML must still match the
  // server's.
  const data = useHydrated() ? found : undefined;
  const user = data?.user ?? null;
  return {
    known: data !== undefined,
    failed: isError && found === undefined,
    error,
    retry: () => void refetch(),
    user,
    isAdmin: user !== null && isAdmin({ userId: user.id, role: user.role }),
  };
}

/**
 * Follows the session events of other tabs, and checks again when this one returns from the browser's
 * history.
 */
export function useSessionFollowing(): void {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  useEffect(() => {
    if (isPreviewing()) return;
    const refresh = () => {
      refreshSession(queryClient, api).catch(() => undefined);
    };
    const cachedSession = () => queryClient.getQueryData<SessionState>(sessionQuery(api).queryKey);
    const channel = openSessionChannel();
    channel.onmessage = ({ data }: MessageEvent<SessionNews>) => {
      if (data === 'signed out' || data === 'password recovery') {
        applySessionEvent(queryClient, { type: data });
      } else if (typeof data === 'string') refresh();
      // A tab that does not know its user yet is already loading it.
      else if (data.type === 'multi-factor verified' || cachedSession()?.user?.id === data.user.id) {
        applySessionEvent(queryClient, data);
      }
    };
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      const state = cachedSession();
      // A frozen tab receives no channel messages; the cookie reveals a change, and what another tab remembered who it is.
      const others = rememberedAccount();
      const isOther = state?.user && others !== null && others !== state.user.id;
      if (state && (isOther || (state.user !== null) !== hasSignedInHint())) refresh();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pageshow', look);
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', look);
    };
  }, [queryClient, api]);
}
