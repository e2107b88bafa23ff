import { notifyManager } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { codeOf, dataOf, type Messages } from '#shared/messages.ts';
import type { Placed } from '#shared/places.ts';
import { useOperation } from './use-operation.ts';

interface Order {
  version: number;
  order: Placed[];
}
interface Sending extends Order {
  /** The order that it was made from, if that is not the one of the list. */
  shown?: readonly Placed[] | undefined;
}

/**
 * The order of a list during manual reordering. A drop is shown at once; the complete order is sent with its
 * version, or with the order that it was made from, one request at a time: moves made during a request are sent
 * together after it. `places` is what the screen shows until the list itself is updated, else undefined.
 */
export function useReordering<List extends { version: number }>({
  list,
  messages,
  send,
  inOrder,
  cache,
}: {
  list: List | undefined;
  messages: Messages<string>;
  /** Answers the new version; a list without one, itself. */
  send: (order: Order, shown?: readonly Placed[]) => Promise<{ version: number } | readonly object[]>;
  /** The list in a saved order. */
  inOrder: (list: List, order: Placed[]) => List;
  /** The cached list: shows another one, perhaps not at once, and reloads it. */
  cache: { set: (change: (list: List) => List) => unknown; readAgain: () => Promise<unknown> };
}) {
  const [places, setPlaces] = useState<Placed[]>();
  const sent = useRef<Placed[]>(undefined);
  const next = useRef<Placed[]>(undefined);
  const known = useRef(0);

  const operation = useOperation({
    mutationFn: ({ shown, ...order }: Sending) => send(order, shown),
    messages,
    onSuccess: async (output, { order }) => {
      const version = 'version' in output ? output.version : 0;
      known.current = version;
      await cache.set((known) => ({ ...inOrder(known, order), version }));
      const more = next.current;
      sent.current = undefined;
      next.current = undefined;
      void cache.readAgain();
      if (more) return post(more, order);
      // The list is rendered after the cache's own notices: without them the order from before would be shown for a moment,
      // and a press would meet another item.
      notifyManager.schedule(() => {
        if (!sent.current) setPlaces(undefined);
      });
    },
    onError: (error) => {
      sent.current = undefined;
      next.current = undefined;
      setPlaces(undefined);
      // Another order was saved first.
      const { current } = dataOf<{ current: List }>(error);
      if (codeOf(error) === 'STALE' && current) cache.set(() => current);
      void cache.readAgain();
    },
  });
  const post = (order: Placed[], shown: Placed[] | undefined) => {
    sent.current = order;
    operation.mutate({ version: Math.max(known.current, list?.version ?? 0), order, shown });
  };

  return {
    places,
    reorder(order: Placed[]) {
      setPlaces(order);
      if (sent.current) next.current = order;
      else post(order, places);
    },
  };
}
