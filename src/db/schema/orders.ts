import { bigint, boolean, date, integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
  /** When the staff pressed 'They wrote to us'. */
  confirmedAt: instant(),
  /** The day by which the staff promised it. */
  dueDay: date(),
  /** The names of its products, folded, with a leading blank; see productNamesOf(). */
  productNames: text(),
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
  /** Per cent, of a promotion that took a share. Written by a trigger. */
  promotionPercent: money(),
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
  kind: text({
    enum: ['submitted', 'opened', 'status', 'note', 'item_removed', 'item_restored', 'email', 'reminder'],
  }).notNull(),
  detail: jsonb().$type<Record<string, string>>().notNull().default({}),
  actorId: uuid(),
  actorName: text().notNull().default(''),
  createdAt: instant().notNull().defaultNow(),
});

/** A note of the staff, which customers never see. A trigger writes author and time. */
export const staffNotes = pgTable('staff_notes', {
  id: id(),
  orderId: uuid().notNull(),
  /** Null if the author's account was deleted. */
  authorId: uuid(),
  text: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/** Deltas of what was sold on each day of the shop; a total is the sum of its rows. Written only by triggers. */
export const salesTotals = pgTable('sales_totals', {
  kind: text({ enum: ['shop', 'product', 'promotion'] }).notNull(),
  day: date().notNull(),
  /** '' of the shop, a product's id, a promotion's code in lower case. */
  key: text().notNull(),
  id: bigint({ mode: 'number' }).notNull(),
  orders: bigint({ mode: 'number' }).notNull().default(0),
  items: bigint({ mode: 'number' }).notNull().default(0),
  money: numeric({ precision: 16, scale: 2 }).notNull().default('0'),
  reduction: numeric({ precision: 16, scale: 2 }).notNull().default('0'),
});
