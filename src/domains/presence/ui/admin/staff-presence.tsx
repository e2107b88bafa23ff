import type { ContractRouterClient } from '@orpc/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type PresenceAccess, PresenceProvider } from '#design/presence.tsx';
import { useApi } from '#shared/api.tsx';
import { readQuery, WHILE_EDITING } from '#shared/read-query.ts';
import type { Present, presenceContract } from '../../contract.ts';

type PresenceApi = { presence: ContractRouterClient<typeof presenceContract> };

const NOBODY: readonly Present[] = [];

/** Shows on all screens below it who else of the staff has what open. Read again when the server says so. */
export function StaffPresence({ children }: { children: ReactNode }) {
  const api = useApi<PresenceApi>();
  const { data = NOBODY } = useQuery(
    readQuery(['admin', 'presence'], (call) => api.presence.listPresence(undefined, call), WHILE_EDITING),
  );
  const report = useCallback<PresenceAccess['report']>(
    (tab, at) => {
      const sent = at
        ? api.presence.setPresence({ tab, kind: at.kind, id: at.id, state: at.isTyping ? 'typing' : 'here' })
        : // Must arrive although the page is closed.
          fetch(`/api/v1/admin/presence/${tab}`, { method: 'DELETE', keepalive: true });
      // The next report repeats it, and others see it expire.
      sent.catch(() => {});
    },
    [api],
  );
  const access = useMemo<PresenceAccess>(
    () => ({
      report,
      othersAt: (kind, id) => data.filter((one) => one.kind === kind && one.id === id),
    }),
    [report, data],
  );
  return <PresenceProvider value={access}>{children}</PresenceProvider>;
}
