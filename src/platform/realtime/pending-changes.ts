import type { Change } from '#platform/changes/changes.ts';
import { TOPICS, type Topic } from '#shared/live/topics.ts';

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
  profiles: 'people',
  contact_submissions: 'messages',
};

/** Above so many ids an event says only that the topic changed. */
const MAX_IDS = 50;

/** The ids that changed; null when too many or unknown. */
export type Ids = ReadonlySet<string> | null;

/** The topics a change belongs to; all when changes may have been missed. */
export function topicsOf(table: string): readonly Topic[] {
  if (table === '*') return TOPICS;
  return Object.hasOwn(TOPIC_OF, table) ? [TOPIC_OF[table]!] : [];
}

/** Gathers changes, so that many at a time are told once. */
export function createPendingChanges() {
  const pending = new Map<Topic, Set<string> | null>();
  return {
    add({ table, ids }: Change): void {
      for (const topic of topicsOf(table)) {
        const known = pending.get(topic);
        if (!ids || known === null) {
          pending.set(topic, null);
          continue;
        }
        const together = new Set([...(known ?? []), ...ids]);
        pending.set(topic, together.size > MAX_IDS ? null : together);
      }
    },
    takeAll(): [Topic, Ids][] {
      const all = [...pending];
      pending.clear();
      return all;
    },
  };
}
