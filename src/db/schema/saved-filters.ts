import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

export const savedFilters = pgTable('saved_filters', {
  id: id(),
  list: text({
    enum: ['orders', 'products', 'messages', 'promotions', 'users', 'audit-log', 'history', 'searches'],
  }).notNull(),
  name: text().notNull(),
  search: jsonb().$type<Record<string, string | boolean>>().notNull(),
  /** Null: those of all staff. */
  ownerId: uuid(),
  createdAt: instant().notNull().defaultNow(),
});
