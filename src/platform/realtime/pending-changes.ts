import type { Change } from '#platform/changes/changes.ts';
import { TOPICS, type Topic } from '#shared/live/topics.ts';

/** The topic of each table. Changes of other tables are not sent. */
const TOPIC_OF: Readonly<Record<string, Topic>> = {
  products: 'catalog',
  product_images: 'catalog',
  categories: 'catalog',
  promotions: 'catalog',
  hero_slides: 'catalog',
  hero_slide_images: 'catalog',
  orders: 'orders',
  order_items: 'orders',
  // By the ids of the notes: no customer's stream has them.
  staff_notes: 'orders',
  profiles: 'people',
  contact_submissions: 'messages',
  planned_changes: 'staff',
  special_days: 'staff',
  synonyms: 'staff',
  // Not a table: what staff have open is in the memory of the processes.
  presence: 'presence',
};

/** With more ids an event contains only the topic. */
const MAX_IDS = 50;

/** The ids that changed; null if too many or unknown. */
export type Ids = ReadonlySet<string> | null;

/** The topics of a change; all if changes may have been missed. */
export function topicsOf(table: string): readonly Topic[] {
  if (table === '*') return TOPICS;
  return Object.hasOwn(TOPIC_OF, table) ? [TOPIC_OF[table]!] : [];
}

/** Collects changes, so that several are sent as one event. */
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
