import { integer, numeric, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** IDs are generated in the application (UUIDv7), so that they are known before the insert. */
export const id = () => uuid().primaryKey();

export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** numeric(12,2) as its decimal text; convert it only with shared/money.ts. */
export const money = () => numeric({ precision: 12, scale: 2 });

/** Who last changed the row's switch, and when. Written only by a trigger. */
export const switched = {
  switchedBy: uuid(),
  switchedAt: instant(),
};

/** An image's URL and the data a page needs to reserve its space. */
export const image = {
  imageUrl: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  placeholder: text().notNull().default(''),
};
