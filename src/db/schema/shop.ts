import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Deltas of stored totals; a total is the sum of its rows. Written only by triggers. */
export const counters = pgTable('counters', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  name: text().notNull(),
  delta: bigint({ mode: 'number' }).notNull(),
});

/** Written only by hit_limit(). */
export const limits = pgTable('limits', {
  key: text().notNull(),
  windowStart: instant().notNull(),
  hits: integer().notNull(),
});

export const installation = pgTable('installation', {
  key: text().primaryKey(),
  value: text().notNull(),
});

/** The version of a manual order: triggers increase it with every change of that order. */
export const orderings = pgTable('orderings', {
  name: text({ enum: ['categories', 'hero_slides'] }).primaryKey(),
  version: integer().notNull().default(1),
  updatedBy: uuid(),
  updatedAt: instant().notNull().defaultNow(),
});

/** Accepted captcha answers, until they would have expired. */
export const spentCaptchas = pgTable('spent_captchas', {
  nonce: text().primaryKey(),
  expiresAt: instant().notNull(),
});

/** Carts and checkouts of agents, for a day. Written only by write_agent_session(). */
export const agentSessions = pgTable('agent_sessions', {
  id: uuid().primaryKey().defaultRandom(),
  number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['cart', 'checkout'] }).notNull(),
  productIds: uuid().array().notNull(),
  cartId: uuid(),
  canceled: boolean().notNull().default(false),
  expiresAt: instant().notNull(),
});

/** Idempotency keys of agents. Written only by write_agent_session(). */
export const agentRequests = pgTable('agent_requests', {
  key: text().primaryKey(),
  number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  bodyHash: text().notNull(),
  sessionId: uuid(),
  expiresAt: instant().notNull(),
});

/** Successful and failed backups. Written by the owner. */
export const backups = pgTable('backups', {
  name: text().primaryKey(),
  madeAt: instant().notNull(),
  bytes: bigint({ mode: 'number' }).notNull().default(0),
  sealed: boolean().notNull().default(false),
  error: text(),
  verifiedAt: instant(),
  verificationError: text(),
  copiedAt: instant(),
  /** The place of the copy: a folder, or s3://bucket/prefix. */
  copiedTo: text(),
  /** Why the last attempt to copy it failed. */
  copyError: text(),
});

/** Unsent email from a restored backup, until it is queued. */
export const restoredJobs = pgTable('restored_jobs', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  data: jsonb().notNull(),
});

/** Since when each line of the doctor is in its state. */
export const doctorLines = pgTable('doctor_lines', {
  line: text().primaryKey(),
  state: text({ enum: ['ok', 'warning', 'problem'] }).notNull(),
  since: instant().notNull().defaultNow(),
});
