import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { DELIVERED_EVENTS, WEBHOOK_EVENTS } from '#shared/webhook-events.ts';
import { id, instant } from './columns.ts';

/** Read with their secret only by the role `aso_auth`. */
export const webhooks = pgTable('webhooks', {
  id: id(),
  name: text().notNull(),
  url: text().notNull(),
  events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
  /** Encrypted with the shop's secret. */
  secret: text().notNull(),
  /** The super admin with whose rights bodies are read; null if their account was deleted. Written by a trigger. */
  actsFor: uuid(),
  isActive: boolean().notNull().default(true),
  /** Why the shop switched it off. */
  offReason: text({ enum: ['gone', 'failing', 'account'] }),
  /** The first failed attempt since the last delivery. */
  failingSince: instant(),
  /** Until then a process sends its deliveries. */
  busyUntil: instant(),
  createdAt: instant().notNull().defaultNow(),
});

/** An attempt to send a delivery. */
export interface Attempt {
  at: string;
  /** Null without an answer. */
  status: number | null;
  ms: number;
  /** The beginning of the answer's body. */
  answer: string;
  /** Why it failed; null if it arrived. */
  reason: string | null;
}

/** One event for one webhook. Written only by triggers and the worker. */
export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: id(),
  webhookId: uuid().notNull(),
  event: text({ enum: DELIVERED_EVENTS }).notNull(),
  orderId: uuid(),
  productIds: uuid().array().notNull().default([]),
  change: jsonb().$type<{ before: string; after: string }>(),
  createdAt: instant().notNull().defaultNow(),
  state: text({ enum: ['waiting', 'delivered', 'given_up'] })
    .notNull()
    .default('waiting'),
  tries: integer().notNull().default(0),
  /** Null unless it is waiting. */
  nextAttemptAt: instant(),
  /** The last ones, oldest first. */
  attempts: jsonb().$type<Attempt[]>().notNull().default([]),
});
