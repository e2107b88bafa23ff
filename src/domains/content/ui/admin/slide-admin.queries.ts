import type { ContractRouterClient } from '@orpc/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { CallContext } from '#shared/call-context.ts';
import { readQuery } from '#shared/read-query.ts';
import type { contentContract, SlideList } from '../../contract.ts';

export type SlideAdminApi = { content: ContractRouterClient<typeof contentContract, CallContext> };

const SLIDES = ['admin', 'slides'] as const;

/** All slides, including hidden ones, in order. */
export const allSlidesQuery = ({ content }: SlideAdminApi) =>
  readQuery([...SLIDES, 'list'], (call) => content.listSlides(undefined, call));

/** Invalidates what depends on a changed slide, and updates the cached list. */
export function useSlideCache() {
  const queryClient = useQueryClient();
  return {
    readAgain: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: SLIDES }),
        // The front page, if it was open in this tab.
        queryClient.invalidateQueries({ queryKey: ['content'] }),
      ]),
    set: (change: (list: SlideList) => SlideList) =>
      queryClient.setQueryData<SlideList>([...SLIDES, 'list'], (list) => list && change(list)),
  };
}
