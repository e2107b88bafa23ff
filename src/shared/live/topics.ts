/** What a browser can follow: the catalogue with promotions and slides, orders, people, messages. */
export const TOPICS = ['catalog', 'orders', 'people', 'messages'] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * The first event of a stream: the topics it tells of, each with the milliseconds since its last change; 0 where
 * that is nobody's business. Who has looked since need not read again.
 */
export type Opened = Partial<Record<Topic, number>>;
