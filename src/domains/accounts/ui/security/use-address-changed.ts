import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import { type AccountsApi, refreshSession } from '../session/session.queries.ts';
import { notifyTabs } from '../session/session-events.ts';
import { SECURITY } from './security.queries.ts';

/** Shows the new email of the account on the page, and makes the other tabs load it. */
export function useAddressChanged() {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  return useCallback(async () => {
    toast.success('Your email is changed', { description: 'Everywhere else you are signed out.' });
    notifyTabs('user updated');
    await refreshSession(queryClient, api).catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey: SECURITY });
  }, [queryClient, api]);
}
