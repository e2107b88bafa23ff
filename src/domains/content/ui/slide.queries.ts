import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions } from '@tanstack/react-query';
import type { contentContract } from '../contract.ts';

export type ContentApi = { content: ContractRouterClient<typeof contentContract> };

/** The active slides, in ascending order. */
export const activeSlidesQuery = ({ content }: ContentApi) =>
  queryOptions({
    queryKey: ['content', 'listActiveSlides'],
    queryFn: ({ signal }) => content.listActiveSlides(undefined, { signal }),
    staleTime: 5 * 60_000,
  });
