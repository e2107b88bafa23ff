import { customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { type Kobo, koboOfText, textOfKobo } from '#shared/money.ts';

/** IDs are generated in the application (UUIDv7), so that they are known before the insert. */
export const id = () => uuid().primaryKey();

export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** numeric(12,2), kobo in code. */
export const money = customType<{ data: Kobo; driverData: string }>({
  dataType: () => 'numeric(12, 2)',
  fromDriver: koboOfText,
  toDriver: textOfKobo,
});

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
