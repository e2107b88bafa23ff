import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#shared/api.tsx';
import type { SessionState } from '../session-state.ts';
import { hasSignedInHint } from './auth-client.ts';
import { type AccountsApi, applySessionEvent, refreshSession, sessionQuery } from './session.queries.ts';

type News = 'signed in' | 'signed out' | 'user updated';

const open = () => new BroadcastChannel('aso-session');

/** Tells the shop's other tabs. */
export function tellTabs(news: News): void {
  const channel = open();
  channel.postMessage(news);
  channel.close();
}

/** Follows what other tabs do, and looks again when this one comes back from the browser's history. */
export function useSessionFollowing(): void {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  useEffect(() => {
    const refresh = () => {
      refreshSession(queryClient, api).catch(() => undefined);
    };
    const channel = open();
    channel.onmessage = ({ data }: MessageEvent<News>) => {
      if (data === 'signed out') applySessionEvent(queryClient, { type: 'signed out' });
      else refresh();
    };
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      const state = queryClient.getQueryData<SessionState>(sessionQuery(api).queryKey);
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
