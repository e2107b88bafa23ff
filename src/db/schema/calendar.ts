import { boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, money } from './columns.ts';

const edited = {
  version: integer().notNull().default(1),
  updatedBy: uuid(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
};

/** One field of a product or slide on one day, with its new value in the column of the field. */
export const plannedChanges = pgTable('planned_changes', {
  id: id(),
  day: date({ mode: 'string' }).notNull(),
  productId: uuid(),
  slideId: uuid(),
  price: money(),
  status: text({ enum: ['draft', 'published'] }),
  featured: boolean(),
  isActive: boolean(),
  /** Generated from the references and values. */
  kind: text({ enum: ['product', 'slide'] })
    .notNull()
    .generatedAlwaysAs('product'),
  thingId: uuid().notNull().generatedAlwaysAs(''),
  field: text({ enum: ['price', 'status', 'featured', 'isActive'] })
    .notNull()
    .generatedAlwaysAs('price'),
  ...edited,
});

/** Days that the calendar marks, such as holidays. */
export const specialDays = pgTable('special_days', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  firstDay: date({ mode: 'string' }).notNull(),
  lastDay: date({ mode: 'string' }).notNull(),
  everyYear: boolean().notNull().default(false),
  ...edited,
});
