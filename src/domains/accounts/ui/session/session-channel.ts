import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#shared/api.tsx';
import type { SessionState } from '../../session-state.ts';
import {
  type AccountsApi,
  applySessionEvent,
  hasSignedInHint,
  openSessionChannel,
  refreshSession,
  type SessionNews,
  sessionQuery,
} from './session.queries.ts';

/**
 * Follows the session events of other tabs, and checks again when this one returns from the browser's
 * history.
 */
export function useSessionFollowing(): void {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  useEffect(() => {
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
      // A frozen tab receives no channel messages; the cookie reveals a change.
      if (state && (state.user !== null) !== hasSignedInHint()) refresh();
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
