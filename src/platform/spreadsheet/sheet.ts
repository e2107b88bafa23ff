import type { Kobo } from '#shared/money.ts';

/** What a column holds: an amount is Kobo, an instant is written in the shop's time zone. */
interface Kinds {
  text: string;
  number: number;
  money: Kobo;
  instant: Date;
}

/** A column of the rows of type `Row`; an empty cell is null. */
export type SheetColumn<Row> = {
  [Kind in keyof Kinds]: {
    header: string;
    kind: Kind;
    /** In characters. */
    width?: number;
    cell: (row: Row) => Kinds[Kind] | null;
  };
}[keyof Kinds];

/** A table to write, read batch by batch: no more than one batch is in memory. */
export interface Sheet<Row> {
  columns: readonly SheetColumn<Row>[];
  rows: AsyncIterable<readonly Row[]>;
  timeZone: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** '2026-11-23 14:05:09' in this time zone. */
export function localTime(instant: Date, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(instant);
}
