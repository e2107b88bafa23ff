import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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

/** The version of an order that is dragged: it moves with every change of that order, by triggers. */
export const orderings = pgTable('orderings', {
  name: text({ enum: ['categories', 'hero_slides'] }).primaryKey(),
  version: integer().notNull().default(1),
  updatedBy: uuid(),
  updatedAt: instant().notNull().defaultNow(),
});

/** Answers to captchas that were taken, until they would be too old anyway. */
export const spentCaptchas = pgTable('spent_captchas', {
  nonce: text().primaryKey(),
  expiresAt: instant().notNull(),
});

/** What is known of the backups: those that were made, those that failed. Written by the owner. */
export const backups = pgTable('backups', {
  name: text().primaryKey(),
  madeAt: instant().notNull(),
  bytes: bigint({ mode: 'number' }).notNull().default(0),
  sealed: boolean().notNull().default(false),
  error: text(),
  provenAt: instant(),
  verificationError: text('drill_error'),
});

/** Mail that comes back with a backup, until the queue takes it up. */
export const restoredJobs = pgTable('restored_jobs', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  data: jsonb().notNull(),
});
