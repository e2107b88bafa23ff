import { z } from 'zod';
import { cleanText } from './clean-text.ts';

// Shapes that several contracts share. Only contracts and forms import this: zod stays out of the storefront.

/** As PostgreSQL and `isId` understand it: of any version, or an unknown one would be malformed instead of not found. */
export const id = z.guid();
export const day = z.iso.date();
export const instant = z.iso.datetime();

/** Naira as a JSON number with at most two decimals. */
export const naira = z.number().min(0).max(9_999_999_999.99).multipleOf(0.01);

/** A picture as a page needs it: where it is, how large, and what to show until it is there. */
export const picture = z.object({
  url: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  placeholder: z.string(),
});

/** Free text of at most so many characters. Control characters, which PostgreSQL may refuse, are taken out. */
export const text = (max: number) => z.string().overwrite(cleanText).max(max);

/**
 * Text without the blanks around it, at least `min` characters as a person (and PostgreSQL) counts them:
 * an emoji is one, though JavaScript says two.
 */
export const filledText = (min: number, max: number, message: string) =>
  text(max)
    .trim()
    .min(min, { message, abort: true })
    .refine((value) => [...value].length >= min, message);

export const page = z.coerce.number().int().min(1).max(1_000_000);
