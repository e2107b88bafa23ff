/** Control characters except tab and line ends. PostgreSQL refuses the first of them; the others cannot be typed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Removes control characters and repairs half surrogate pairs, so that a database accepts the text. */
export const cleanText = (text: string): string => text.toWellFormed().replace(CONTROLS, '');

/** Characters that are not drawn: joiners, zero-width spaces, fillers, the blank Braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu;

/**
 * The number of visible characters of a text, without blanks around it: 0 if all are invisible. An emoji counts as
 * one, although JavaScript counts two.
 */
export const visibleLength = (text: string): number => [...text.replace(INVISIBLE, '').trim()].length;
