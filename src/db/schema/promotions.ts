import { boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, money } from './columns.ts';

export const promotions = pgTable('promotions', {
  id: id(),
  name: text().notNull(),
  description: text().notNull().default(''),
  tagLine: text().notNull().default(''),
  code: text().notNull(),
  startDate: date({ mode: 'string' }).notNull(),
  endDate: date({ mode: 'string' }).notNull(),
  promotionType: text({ enum: ['percentage', 'fixed'] })
    .notNull()
    .default('fixed'),
  promotionValue: money().notNull(),
  isDemo: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  updatedBy: uuid(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});
