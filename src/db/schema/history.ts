import { bigint, customType, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { THING_KINDS } from '#shared/thing-kinds.ts';
import { instant } from './columns.ts';

/** The id of a transaction: 64 bits, as text. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** The changes of one transaction. Partitioned by month, like `changes`. Written only by triggers. */
export const changeSets = pgTable('change_sets', {
  id: uuid().notNull().defaultRandom(),
  at: instant().notNull().defaultNow(),
  transactionId: transactionId().notNull(),
  actorId: uuid(),
  actorName: text().notNull().default('database'),
  operation: text(),
  summary: text().notNull().default(''),
  undoOf: uuid(),
  /** How many findings an undo left as they were. */
  undoLeft: integer(),
  kinds: text({ enum: THING_KINDS }).array().notNull().default([]),
  rowCount: integer().notNull().default(0),
  search: text().notNull().default(''),
});

/** One changed row. Written only by triggers. */
export const changes = pgTable('changes', {
  id: bigint({ mode: 'number' }).notNull(),
  at: instant().notNull().defaultNow(),
  setId: uuid().notNull(),
  kind: text({ enum: THING_KINDS }).notNull(),
  thingId: uuid().notNull(),
  thing: text(),
  tableName: text().notNull(),
  rowId: uuid().notNull(),
  operation: text({ enum: ['insert', 'update', 'delete'] }).notNull(),
  before: jsonb().$type<Record<string, unknown>>(),
  after: jsonb().$type<Record<string, unknown>>(),
  /** Among the rows of its statement, from 1. */
  position: integer(),
});
