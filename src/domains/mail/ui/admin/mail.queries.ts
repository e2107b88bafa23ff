import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import type { mailContract } from '../../contract.ts';
import { sendAgainMessages } from '../../messages.ts';

export type MailApi = { mail: ContractRouterClient<typeof mailContract> };

const MAIL = ['admin', 'mail'] as const;

export const undeliveredQuery = ({ mail }: MailApi, page?: number) =>
  queryOptions({
    queryKey: [...MAIL, 'list', page],
    queryFn: ({ signal }) => mail.listUndelivered({ page }, { signal }),
    // Waiting emails are sent without a change notification.
    staleTime: 0,
  });

export const undeliveredTotalQuery = ({ mail }: MailApi) =>
  queryOptions({
    queryKey: [...MAIL, 'total'],
    queryFn: ({ signal }) => mail.undeliveredTotal(undefined, { signal }),
    staleTime: 0,
  });

export function useSendAgain() {
  const { mail } = useApi<MailApi>();
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: MAIL });
  return useOperation({
    mutationFn: (input: { id: string }) => mail.sendAgain(input),
    messages: sendAgainMessages,
    onSuccess: readAgain,
    onError: readAgain,
  });
}
