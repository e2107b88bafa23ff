import { integer, numeric, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Ids are made in the application (UUIDv7), so that they are known before the row is. */
export const id = () => uuid().primaryKey();

export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** numeric(12,2) as its decimal text; shared/money.ts is the only way on from there. */
export const money = () => numeric({ precision: 12, scale: 2 });

/** Who set the row's switch last, and when. Written by a trigger alone. */
export const switched = {
  switchedBy: uuid(),
  switchedAt: instant(),
};

/** An image's address with what a page needs to reserve its place. */
export const image = {
  imageUrl: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  placeholder: text().notNull().default(''),
};
