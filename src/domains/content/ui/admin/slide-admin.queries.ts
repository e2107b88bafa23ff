import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CallContext } from '#shared/call-context.ts';
import type { contentContract, SlideList } from '../../contract.ts';

/** The part of the API these screens use. */
export type SlideAdminApi = { content: ContractRouterClient<typeof contentContract, CallContext> };

const SLIDES = ['admin', 'slides'] as const;

/** All slides, hidden ones too, in their order. */
export const allSlidesQuery = ({ content }: SlideAdminApi) =>
  queryOptions({
    queryKey: [...SLIDES, 'list'],
    queryFn: ({ signal }) => content.listSlides(undefined, { signal }),
  });

/** What is to be read again after a slide changed, and the list as it is known to be already. */
export function useSlideCache() {
  const queryClient = useQueryClient();
  return {
    readAgain: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: SLIDES }),
        // The front page, when it was open in this very tab.
        queryClient.invalidateQueries({ queryKey: ['content'] }),
      ]),
    set: (change: (list: SlideList) => SlideList) =>
      queryClient.setQueryData<SlideList>([...SLIDES, 'list'], (list) => list && change(list)),
  };
}
