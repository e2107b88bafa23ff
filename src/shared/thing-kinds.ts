/** The kinds of things whose changes are recorded in the history. */
export const THING_KINDS = [
  'product',
  'category',
  'promotion',
  'slide',
  'day',
  'synonym',
  'message',
  'order',
  'user',
] as const;
export type ThingKind = (typeof THING_KINDS)[number];
