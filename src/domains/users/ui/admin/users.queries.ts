import type { ContractRouterClient } from '@orpc/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useOperation } from '#design/use-operation.ts';
import { type AccountsApi, refreshSession } from '#domains/accounts/ui/session/session.queries.ts';
import { useApi } from '#shared/api.tsx';
import type { Role } from '#shared/caller.ts';
import { codeOf } from '#shared/messages.ts';
import { readQuery } from '#shared/read-query.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { SetBannedInput, SetRoleInput, usersContract } from '../../contract.ts';
import { banSaved, roleSaved, setBannedMessages, setRoleMessages } from '../../messages.ts';

export type UsersApi = { users: ContractRouterClient<typeof usersContract> };

/** The list's filters, from the URL. */
export interface UsersSearch {
  search?: string;
  role?: Role;
  page?: number;
}

const USERS = ['admin', 'users'] as const;

export const usersQuery = ({ users }: UsersApi, search: UsersSearch) =>
  // Fetched on every visit: rights are never shown from the cache.
  readQuery([...USERS, 'list', search], (call) => users.listUsers(search, call), { staleTime: 0 });

/** The number of accounts, by role. */
export const userTotalsQuery = ({ users }: UsersApi) =>
  readQuery([...USERS, 'totals'], (call) => users.totals(undefined, call));

/** After a refusal: a user who lost the right sees the back office as it is for them now. */
function useReadingAgain() {
  const api = useApi<UsersApi & AccountsApi>();
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: USERS });
  const onError = (error: unknown) => {
    const code = codeOf(error);
    if (code === 'NO_PERMISSION') void refreshSession(queryClient, api);
    // Without a session there is nothing to read: the user was asked to sign in and declined.
    if (code !== undefined && code !== 'SIGN_IN_REQUIRED') void readAgain();
  };
  return { api, readAgain, onError };
}

export function useSetRole() {
  const { api, readAgain, onError } = useReadingAgain();
  const { timeZone } = useShop();
  return useOperation({
    mutationFn: (input: SetRoleInput) => api.users.setRole(input),
    messages: setRoleMessages,
    successMessage: ({ overtaken }) => roleSaved(overtaken, timeZone),
    onSuccess: readAgain,
    onError,
  });
}

/** Bans or unbans a user. `name` is shown on success. */
export function useSetBanned() {
  const { api, readAgain, onError } = useReadingAgain();
  const { timeZone } = useShop();
  return useOperation({
    mutationFn: ({ name: _, ...input }: SetBannedInput & { name: string }) => api.users.setBanned(input),
    messages: setBannedMessages,
    successMessage: ({ banned, overtaken }, { name }) => banSaved(name, banned, overtaken, timeZone),
    onSuccess: readAgain,
    onError,
  });
}
