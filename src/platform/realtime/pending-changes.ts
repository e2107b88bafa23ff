import type { Change } from '#platform/changes/changes.ts';

export const TOPICS = ['catalog', 'orders'] as const;
export type Topic = (typeof TOPICS)[number];

/** What a table's changes are told as. Tables that are not named here are told to nobody. */
const TOPIC_OF: Readonly<Record<string, Topic>> = {
  products: 'catalog',
  product_images: 'catalog',
  categories: 'catalog',
  promotions: 'catalog',
  hero_slides: 'catalog',
  hero_slide_images: 'catalog',
  orders: 'orders',
  order_items: 'orders',
};

/** Above so many ids an event says only that the topic changed. */
const MAX_IDS = 50;

/** The ids that changed; null when too many or unknown. */
export type Ids = ReadonlySet<string> | null;

/** Gathers changes, so that many at a time are told once. */
export function createPendingChanges() {
  const pending = new Map<Topic, Set<string> | null>();
  return {
    /** True when someone is to be told of it. */
    add({ table, ids }: Change): boolean {
      const topics = table === '*' ? TOPICS : TOPIC_OF[table] ? [TOPIC_OF[table]] : [];
      for (const topic of topics) {
        const known = pending.get(topic);
        if (!ids || known === null) {
          pending.set(topic, null);
          continue;
        }
        const together = new Set([...(known ?? []), ...ids]);
        pending.set(topic, together.size > MAX_IDS ? null : together);
      }
      return topics.length > 0;
    },
    takeAll(): [Topic, Ids][] {
      const all = [...pending];
      pending.clear();
      return all;
    },
  };
}
