import type { Promotion } from '../contract.ts';

type Named = Pick<Promotion, 'name' | 'tagLine' | 'description' | 'code'>;

/** The title of a promotion for customers. */
export const titleOf = ({ name }: Named): string => name.trim() || 'Special Promotion!';

/** The sentence below its name: tag line, else description, else code. */
export const sentenceOf = ({ tagLine, description, code }: Named): string =>
  tagLine.trim() || description.trim() || code;
