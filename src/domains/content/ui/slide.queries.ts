import type { ContractRouterClient } from '@orpc/contract';
import { readQuery } from '#shared/read-query.ts';
import type { contentContract } from '../contract.ts';

export type ContentApi = { content: ContractRouterClient<typeof contentContract> };

/** The active slides, in ascending order. */
export const activeSlidesQuery = ({ content }: ContentApi) =>
  readQuery(['content', 'listActiveSlides'], (call) => content.listActiveSlides(undefined, call), {
    staleTime: 5 * 60_000,
  });
