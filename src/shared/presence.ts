/** What staff can have open at the same time: a form, or the page of an order. */
export const PRESENCE_KINDS = [
  'product',
  'category',
  'promotion',
  'slide',
  'order',
  'planned-change',
  'special-day',
  'synonym',
] as const;
export type PresenceKind = (typeof PRESENCE_KINDS)[number];

/** How often a visible tab reports what it has open, in ms. */
export const PRESENCE_EVERY_MS = 15_000;
/** A report that is not renewed for this long belongs to a closed, hidden or crashed tab, in ms. */
export const PRESENCE_EXPIRES_MS = 35_000;
/** Without input for this long a user has stopped typing, in ms. */
export const TYPING_MS = 4_000;
