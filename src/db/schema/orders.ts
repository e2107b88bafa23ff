import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, money } from './columns.ts';

export const orders = pgTable('orders', {
  id: id(),
  orderNumber: text().notNull(),
  whatsappLink: text(),
  status: text({ enum: ['pending', 'processing', 'completed', 'cancelled'] })
    .notNull()
    .default('pending'),
  /** Null if the account was deleted: then the personal data below is removed. */
  userId: uuid(),
  customerName: text().notNull(),
  customerEmail: text().notNull(),
  customerPhone: text(),
  idempotencyKey: uuid().notNull(),
  bodyHash: text().notNull(),
  openedAt: instant(),
  isDemo: boolean().notNull().default(false),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
  /** Generated: number, name, email and phone, folded, with a trigram index. */
  search: text().generatedAlwaysAs(''),
});

export const orderItems = pgTable('order_items', {
  id: id(),
  orderId: uuid().notNull(),
  position: integer().notNull(),
  productId: uuid().notNull(),
  productName: text().notNull(),
  productPrice: money().notNull(),
  listPrice: money().notNull(),
  promotionCode: text(),
  productImage: text().notNull(),
  note: text(),
  createdAt: instant().notNull().defaultNow(),
});

/** The messages that an order had before its newest one, written by a trigger. */
export const pastOrderMessages = pgTable('past_order_messages', {
  orderId: uuid().notNull(),
  whatsappLink: text().notNull(),
  replacedAt: instant().notNull(),
});

export const orderEvents = pgTable('order_events', {
  id: id(),
  orderId: uuid().notNull(),
  kind: text({ enum: ['submitted', 'opened', 'status', 'note', 'item_removed', 'item_restored'] }).notNull(),
  detail: jsonb().$type<Record<string, string>>().notNull().default({}),
  actorId: uuid(),
  actorName: text().notNull().default(''),
  createdAt: instant().notNull().defaultNow(),
});
