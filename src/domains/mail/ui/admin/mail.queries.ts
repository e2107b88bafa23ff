import type { ContractRouterClient } from '@orpc/contract';
import { useOperation } from '#design/use-operation.ts';
import { useReload } from '#design/use-reload.ts';
import { useApi } from '#shared/api.tsx';
import { readQuery } from '#shared/read-query.ts';
import type { mailContract } from '../../contract.ts';
import { sendAgainMessages } from '../../messages.ts';

export type MailApi = { mail: ContractRouterClient<typeof mailContract> };

const MAIL = ['admin', 'mail'] as const;

export const undeliveredQuery = ({ mail }: MailApi, page?: number) =>
  // Waiting emails are sent without a change notification.
  readQuery([...MAIL, 'list', page], (call) => mail.listUndelivered({ page }, call), { staleTime: 0 });

export const undeliveredTotalQuery = ({ mail }: MailApi) =>
  readQuery([...MAIL, 'total'], (call) => mail.undeliveredTotal(undefined, call), { staleTime: 0 });

export function useSendAgain() {
  const { mail } = useApi<MailApi>();
  const readAgain = useReload(MAIL);
  return useOperation({
    mutationFn: (input: { id: string }) => mail.sendAgain(input),
    messages: sendAgainMessages,
    onSuccess: readAgain,
    onError: readAgain,
  });
}
