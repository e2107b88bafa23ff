import type { Day } from '#shared/dates.ts';
import type { Promotion } from '../contract.ts';

type Named = Pick<Promotion, 'name' | 'tagLine' | 'description' | 'code'>;

/** The title of a promotion for customers. */
export const titleOf = ({ name }: Named): string => name.trim() || 'Special Promotion!';

/** The sentence below its name: tag line, else description, else code. */
export const sentenceOf = ({ tagLine, description, code }: Named): string =>
  tagLine.trim() || description.trim() || code;

/**
 * Formats a day as '14 December', or as `parts` specifies. A day has no time zone: it is parsed and formatted
 * as UTC.
 */
export const dayText = (day: Day, parts: Intl.DateTimeFormatOptions = { month: 'long' }): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', timeZone: 'UTC', ...parts }).format(new Date(day));
