import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The shop's key pair for push services. Only the owner reads it. */
export const pushKeys = pgTable('push_keys', {
  isOnly: boolean().primaryKey().default(true),
  publicKey: text().notNull(),
  privateKey: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/** The browsers that get notifications, each of the account that is signed in there. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid().notNull(),
  sessionId: uuid().notNull(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  /** The progress of the user's own orders. */
  ownOrders: boolean().notNull().default(false),
  /** New orders of the shop, for staff. */
  newOrders: boolean().notNull().default(false),
  createdAt: instant().notNull().defaultNow(),
});
