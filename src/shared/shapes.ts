import { z } from 'zod';
import { cleanText, visibleLength } from './clean-text.ts';
import { raises } from './route.ts';

// Shapes that several contracts share. Only contracts and forms import this: zod stays out of the storefront.

/**
 * As PostgreSQL and `isId` understand it: of any version, or an unknown one would be malformed instead of not found.
 * In small letters, as PostgreSQL says it again: the same id twice is the same text.
 */
export const id = z.guid().toLowerCase();
/** Of what is saved over the version that was read; no more than the column holds. */
export const version = z.int32();
export const day = z.iso.date();
export const instant = z.iso.datetime();

/** Whether JSON writes the number with at most two decimals, as it does not write 0.1 + 0.2. */
const isWholeKobo = (amount: number): boolean => /^-?\d+(\.\d{1,2})?$/.test(String(amount));

interface AmountMessages {
  missing?: NonNullable<Parameters<typeof z.number>[0]>;
  tooLittle?: string;
  tooMuch?: string;
  decimals?: string;
}

/** An amount of naira as a JSON number, of any size. The one shape of money on the wire; the others narrow it. */
export const amount = ({ missing, decimals = 'At most two decimals' }: AmountMessages = {}) =>
  z.number(missing).refine(isWholeKobo, decimals);

/** What a column of the database can hold. The messages are those of a form's field. */
export const nairaWith = (messages: AmountMessages) =>
  amount(messages).min(0, messages.tooLittle).max(9_999_999_999.99, messages.tooMuch);
export const naira = nairaWith({});
/** A sum of prices, beyond what a single price may be. */
export const nairaSum = amount().min(0);

/** An image as a page needs it: where it is, how large, and what to show until it is there. */
export const image = z.object({
  url: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string(),
});

/** Free text of at most so many characters. Control characters, which PostgreSQL may refuse, are taken out. */
export const text = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .max(max, `Please use at most ${max.toLocaleString('en')} characters`);

/** Text without the blanks around it, of at least `min` characters that can be seen. */
export const filledText = (min: number, max: number, message: string) =>
  text(max)
    .trim()
    .min(min, { message, abort: true })
    .refine((value) => visibleLength(value) >= min, message);

export const page = z.coerce.number().int().min(1).max(1_000_000);

/** One page of a table of the back office. Filtered totals are exact to 10,000, then `capped`. */
export const paged = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    capped: z.boolean(),
    /** The page that is answered: one past the end becomes the last. */
    page: z.int(),
    pageCount: z.int(),
  });

/** Who changed something, and when. */
export const changedBy = z.object({ who: z.string(), at: instant });
export type ChangedBy = z.infer<typeof changedBy>;

/** The refusal of a save over a newer version: who made that one, when, and what it says now. */
export const raisesStale = <T extends z.ZodType>(current: T) => ({
  STALE: { ...raises('STALE').STALE, data: changedBy.extend({ current }) },
});
