// Apart from the contract, which no screen loads: it brings zod.

/** The lists of the back office, by the last part of their URL. */
export const LISTS = [
  'orders',
  'products',
  'messages',
  'promotions',
  'users',
  'audit-log',
  'history',
  'searches',
] as const;

/** Filters under one name, for each list and owner. */
export const MOST_FILTERS = 20;
export const MAX_FILTER_NAME = 40;
