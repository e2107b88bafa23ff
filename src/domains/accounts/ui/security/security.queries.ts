import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import type { securityContract } from '../../security.contract.ts';
import { type AccountsApi, refreshSession } from '../session/session.queries.ts';

/** The part of the API these screens use. */
export type SecurityApi = { security: ContractRouterClient<typeof securityContract> };

/** The prefix of every query key here. */
export const SECURITY = ['security'] as const;

export const signInMethodsQuery = ({ security }: SecurityApi) =>
  queryOptions({
    queryKey: [...SECURITY, 'signInMethods'],
    queryFn: ({ signal }) => security.signInMethods(undefined, { signal }),
    staleTime: 0,
  });

/** Fetched whenever the page gets the focus: this browser may have been signed out elsewhere. */
export const sessionsQuery = ({ security }: SecurityApi) =>
  queryOptions({
    queryKey: [...SECURITY, 'sessions'],
    queryFn: ({ signal }) => security.listSessions(undefined, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** An operation on the user's own account: see `useOperation`. When the session has ended, the page shows it. */
export function useOwnOperation<Input, Output, Code extends string = never>({
  operation,
  onError,
  ...rest
}: Omit<Parameters<typeof useOperation<Input, Output, Code>>[0], 'mutationFn'> & {
  operation: (api: SecurityApi['security'], input: Input) => Promise<Output>;
}) {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi & SecurityApi>();
  return useOperation<Input, Output, Code>({
    ...rest,
    mutationFn: (input) => operation(api.security, input),
    onError(error, input) {
      if (codeOf(error) === 'SIGN_IN_REQUIRED') refreshSession(queryClient, api).catch(() => undefined);
      return onError?.(error, input);
    },
  });
}
