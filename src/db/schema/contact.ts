import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

export const contactSubmissions = pgTable('contact_submissions', {
  id: id(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text(),
  subject: text().notNull(),
  message: text().notNull(),
  readAt: instant(),
  isDemo: boolean().notNull().default(false),
  createdAt: instant().notNull().defaultNow(),
});
