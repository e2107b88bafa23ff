/**
 * The topics a browser can follow: the catalogue with promotions and slides, orders, people, messages, what staff have open,
 * and what only staff edit: planned changes, days that matter, words that mean the same.
 */
export const TOPICS = ['catalog', 'orders', 'people', 'messages', 'presence', 'staff'] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * The first event of a stream: its topics, each with the milliseconds since its last change; 0 if that is
 * confidential. Data read since then is current.
 */
export type Opened = Partial<Record<Topic, number>>;
