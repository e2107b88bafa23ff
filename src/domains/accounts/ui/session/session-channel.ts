import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#shared/api.tsx';
import type { SessionState } from '../../session-state.ts';
import { hasSignedInHint } from '../auth-client.ts';
import { type AccountsApi, applySessionEvent, refreshSession, sessionQuery } from './session.queries.ts';
import { openSessionChannel, type SessionNews } from './session-events.ts';

/** Follows what other tabs do, and looks again when this one comes back from the browser's history. */
export function useSessionFollowing(): void {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  useEffect(() => {
    const refresh = () => {
      refreshSession(queryClient, api).catch(() => undefined);
    };
    const known = () => queryClient.getQueryData<SessionState>(sessionQuery(api).queryKey);
    const channel = openSessionChannel();
    channel.onmessage = ({ data }: MessageEvent<SessionNews>) => {
      if (data === 'signed out' || data === 'password recovery') {
        applySessionEvent(queryClient, { type: data });
      } else if (typeof data === 'string') refresh();
      // A tab that does not know yet who is signed in is just asking.
      else if (data.type === 'multi-factor verified' || known()?.user?.id === data.user.id) {
        applySessionEvent(queryClient, data);
      }
    };
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      const state = known();
      // A frozen tab hears no channel; the cookie tells it that something happened.
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
