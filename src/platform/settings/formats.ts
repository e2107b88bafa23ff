import { z } from 'zod';

// Formats that settings of several groups have.

/** Text of a length from `min` to `max`. */
export const textOf = (min: number, max: number) =>
  z
    .string()
    .refine(
      (value) => value.length >= min && value.length <= max,
      min > 0 ? `${min} to ${max} characters` : `at most ${max} characters`,
    );
export const url = (protocols: RegExp, what: string) => z.url({ protocol: protocols, error: what });

const WITHOUT_PATH = 'an http(s) address without a path';
/** A URL such as https://shop.example, with nothing after the host. */
export const origin = url(/^https?$/, WITHOUT_PATH)
  .refine((text) => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`, WITHOUT_PATH)
  .transform((text) => new URL(text).origin);

export const flag = (byDefault: boolean) =>
  z
    .enum(['true', 'false'], 'true or false')
    .default(byDefault ? 'true' : 'false')
    .transform((value) => value === 'true');

/** A whole number; `what` is the message that refuses others. */
export const wholeNumber = (min: number, max: number, what = `a number from ${min} to ${max}`) =>
  z.coerce.number(what).int(what).min(min, what).max(max, what);

/** A TCP port; 0 chooses a free one. */
export const port = (min: number) => wholeNumber(min, 65535, 'a port from 0 to 65535');

/** The region of an S3-compatible store. */
export const region = z.string().regex(/^[a-z0-9-]{1,40}$/, 'a region such as eu-west-1');
