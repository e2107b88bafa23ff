import './forms-without-eval.ts';
import { z } from 'zod';
import { cleanText, visibleLength } from './clean-text.ts';
import { type Kobo, koboOfNaira, nairaOfKobo } from './money.ts';
import { formatCount } from './plural.ts';
import { raisesWith } from './route.ts';
import { MOST_SELECTED } from './selection.ts';

// Schemas shared by several contracts. Only contracts and forms import this: zod is not loaded by the storefront.

/**
 * Accepts any UUID version, as PostgreSQL and `isId` do; otherwise an unknown id would be malformed instead of not
 * found. Lower case, as PostgreSQL returns it, so that equal ids are equal strings.
 */
export const id = z.guid().toLowerCase();
/** The version a save is based on; within the range of the column. */
export const version = z.int32();
/** PostgreSQL has no year 0. */
export const day = z.iso.date().refine((value) => value >= '0001', 'There is no such day');
export const instant = z.iso.datetime();
/** An instant that an operation returns: a Date in code, ISO text on the wire. */
export const instantOut = z
  .date()
  .transform((date) => date.toISOString())
  .pipe(instant);

/** Whether JSON writes the number with at most two decimals, unlike 0.1 + 0.2. */
const isWholeKobo = (amount: number): boolean => /^-?\d+(\.\d{1,2})?$/.test(String(amount));

interface AmountMessages {
  missing?: NonNullable<Parameters<typeof z.number>[0]>;
  tooLittle?: string;
  tooMuch?: string;
  decimals?: string;
}

/** An amount of naira as a JSON number, of any size. The only schema of money on the wire; the others narrow it. */
export const amount = ({ missing, decimals = 'At most two decimals' }: AmountMessages = {}) =>
  z.number(missing).refine(isWholeKobo, decimals);

/** The range of the database column, or above 0 only. The messages are those of a form field. */
export const nairaWith = ({ isPositive, ...messages }: AmountMessages & { isPositive?: boolean }) =>
  amount(messages)
    [isPositive ? 'positive' : 'nonnegative'](messages.tooLittle)
    .max(9_999_999_999.99, messages.tooMuch);
const naira = nairaWith({});

const kobo = z.custom<Kobo>(Number.isSafeInteger).transform(nairaOfKobo);
/** An amount that an operation returns: kobo in code, naira on the wire. */
export const amountOut = kobo.pipe(naira);
/** A sum of prices, which may exceed the range of a single price. */
export const sumOut = kobo.pipe(amount().min(0));
/** An amount that an operation receives: naira on the wire, kobo in code. */
export const amountIn = naira.transform(koboOfNaira);

/** An image as a page needs it: URL, size and placeholder. */
export const image = z.object({
  url: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string(),
});

/** Text of at most this many characters. Control characters, which PostgreSQL may refuse, are removed. */
export const text = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .max(max, `Please use at most ${formatCount(max)} characters`);

/** Trimmed text with at least `min` visible characters. */
export const filledText = (min: number, max: number, message: string) =>
  text(max)
    .trim()
    .min(min, { message, abort: true })
    .refine((value) => visibleLength(value) >= min, message);

export const page = z.coerce.number().int().min(1).max(1_000_000);

/**
 * Rows selected in a list: some by their ids, or all of a filter but some. A filter with a parameter that is not known
 * is refused: without it, more rows would be changed than the screen showed.
 */
export const selectionOf = <T extends z.ZodRawShape>(filter: z.ZodObject<T>) =>
  z.union([
    z.strictObject({ ids: z.array(id).min(1).max(MOST_SELECTED) }),
    z.strictObject({ filter: z.strictObject(filter.shape), except: z.array(id).max(MOST_SELECTED) }),
  ]);

/** By this key of the caller's choice `history.getProgress` tells how far a change of many rows is. */
export const progressKey = id.optional();

/** A page of an admin table. Filtered totals are exact up to 10,000, then `capped`. */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    capped: z.boolean(),
    /** The answered page: one past the end becomes the last. */
    page: z.int(),
    pageCount: z.int(),
  });

/** Who changed something, and when. */
export const changedBy = z.object({ name: z.string(), at: instant });
export type ChangedBy = z.infer<typeof changedBy>;

/** The error of a save over a newer version: who saved that one, when, and its current data. */
export const raisesStale = <T extends z.ZodType>(current: T) =>
  raisesWith('STALE', changedBy.extend({ current }));
