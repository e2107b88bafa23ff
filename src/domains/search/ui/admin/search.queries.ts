import type { ContractRouterClient } from '@orpc/contract';
import { readQuery } from '#shared/read-query.ts';
import type { searchContract } from '../../contract.ts';

export type SearchApi = { search: ContractRouterClient<typeof searchContract> };

export const anythingQuery = ({ search }: SearchApi, text: string) =>
  readQuery(['admin', 'search', text], (call) => search.findAnything({ search: text }, call));
