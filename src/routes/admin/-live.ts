import { type Query, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import type { Topic } from '#shared/live/topics.ts';
import { useFollowing } from '#shared/live/use-following.ts';
import { useMidnight } from '../-live.ts';

/** The domains whose screens depend on a topic: the second element of their query keys. */
const DOMAINS: Readonly<Record<Topic, readonly string[]>> = {
  catalog: ['calendar', 'catalog', 'products', 'categories', 'promotions', 'slides', 'history'],
  orders: ['orders', 'history'],
  people: ['users', 'history'],
  messages: ['contact'],
  presence: ['presence'],
  staff: ['calendar', 'searches', 'history'],
};

const ALL = Object.keys(DOMAINS) as Topic[];

/**
 * Refetches open screens within two seconds of a change by other staff or customers, and at the shop's midnight. Mounted
 * once, around all of them; the server decides which topics the user may receive.
 */
export function useLive(topics: readonly Topic[] = ALL): void {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const following = (isIncluded: (query: Query) => boolean) => ({
    topics,
    userId: user?.id ?? null,
    spread: 0,
    isBusy: () => queryClient.isMutating() > 0,
    read: (changed: readonly Topic[]) => {
      const domains = new Set(changed.flatMap((topic) => DOMAINS[topic]));
      void queryClient.invalidateQueries({
        predicate: (query) => {
          const [room, domain] = query.queryKey;
          return room === 'admin' && domains.has(String(domain)) && isIncluded(query);
        },
      });
    },
  });
  const screens = following(({ meta }) => !meta?.whileEditing);
  useFollowing(screens);
  useFollowing({ ...following(({ meta }) => Boolean(meta?.whileEditing)), inDialogs: true });
  // Orders become late, too.
  useMidnight(() => {
    // Loaded with the stream already; imported here, it would be a file of its own for every page of the shop.
    import('#shared/live/live.ts').then(
      ({ atQuietMoment }) => atQuietMoment(screens.isBusy, () => screens.read(['catalog', 'orders'])),
      () => {},
    );
  });
}
