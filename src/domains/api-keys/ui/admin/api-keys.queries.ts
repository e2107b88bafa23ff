import type { ContractRouterClient } from '@orpc/contract';
import { useDeletion } from '#design/use-deletion.ts';
import { useOperation } from '#design/use-operation.ts';
import { useReload } from '#design/use-reload.ts';
import { useApi } from '#shared/api.tsx';
import { readQuery } from '#shared/read-query.ts';
import type { apiKeysContract } from '../../contract.ts';
import { createKeyMessages, revokeKeyMessages } from '../../messages.ts';

export type ApiKeysApi = { apiKeys: ContractRouterClient<typeof apiKeysContract> };

const KEYS = ['admin', 'api-keys'] as const;

export const apiKeysQuery = ({ apiKeys }: ApiKeysApi, page?: number) =>
  // Programs use keys without a change notification.
  readQuery([...KEYS, page], (call) => apiKeys.listKeys({ page }, call), { staleTime: 0 });

export function useCreateKey() {
  const { apiKeys } = useApi<ApiKeysApi>();
  const reload = useReload(KEYS);
  return useOperation({
    mutationFn: (input: Parameters<typeof apiKeys.createKey>[0]) => apiKeys.createKey(input),
    messages: createKeyMessages,
    onSuccess: reload,
    onError: reload,
  });
}

export function useRevokeKey(onDone: () => void) {
  const { apiKeys } = useApi<ApiKeysApi>();
  return useDeletion({
    send: (id) => apiKeys.revokeKey({ id }),
    messages: revokeKeyMessages,
    reload: useReload(KEYS),
    onDone,
  });
}
