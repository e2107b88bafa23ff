import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Differences of kept totals; a total is the sum of its rows. Written by triggers alone. */
export const counters = pgTable('counters', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  name: text().notNull(),
  delta: bigint({ mode: 'number' }).notNull(),
});

/** Written by hit_limit() alone. */
export const limits = pgTable('limits', {
  key: text().notNull(),
  windowStart: instant().notNull(),
  hits: integer().notNull(),
});

export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: text().notNull(),
});
