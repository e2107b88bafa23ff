import type { ContractRouterClient } from '@orpc/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { CallContext } from '#shared/call-context.ts';
import { readQuery, WHILE_EDITING } from '#shared/read-query.ts';
import type { contentContract, SlideList } from '../../contract.ts';

export type SlideAdminApi = { content: ContractRouterClient<typeof contentContract, CallContext> };

const SLIDES = ['admin', 'slides'] as const;

/** All slides, including hidden ones, in order. */
export const allSlidesQuery = ({ content }: SlideAdminApi) =>
  readQuery([...SLIDES, 'list'], (call) => content.listSlides(undefined, call));

/** The current version of an edited slide, which may be newer than the list. */
export const slideQuery = (content: SlideAdminApi['content'], id: string) =>
  readQuery([...SLIDES, 'one', id], (call) => content.getSlideEntry({ id }, call), {
    staleTime: 0,
    ...WHILE_EDITING,
  });

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
