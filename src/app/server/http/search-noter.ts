import type { SearchCounter, Searched } from '#domains/catalog/searches/server/search-counter.ts';
import { PURPOSE, REFETCH } from '#shared/call-context.ts';
import { type Caller, isAdmin } from '#shared/caller.ts';
import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';

/** Programs that name themselves. */
const BOT = /bot\b|crawl|spider|slurp|preview|monitor|curl\/|wget\//i;

/** Takes the search that a request's answer is, to count it; undefined for a request that is not counted. */
export type NoterOf = (request: Request) => ((search: Searched) => void) | undefined;

/** Counts the searches of shoppers: not those of programs, of what a browser loads ahead or again, and of the staff. */
export const searchNoter =
  (counter: Pick<SearchCounter, 'note'>, callerOf: (headers: Headers) => Promise<Caller>): NoterOf =>
  ({ headers }) => {
    const isUnasked =
      headers.has('sec-purpose') || ['prefetch', REFETCH].includes(headers.get(PURPOSE) ?? '');
    if (BOT.test(headers.get('user-agent') ?? '') || isUnasked) return undefined;
    if (!headers.get('cookie')?.includes(SIGNED_IN_HINT)) return counter.note;
    return (search) =>
      void callerOf(headers).then(
        (caller) => {
          if (!caller || !isAdmin(caller)) counter.note(search);
        },
        () => undefined,
      );
  };
