/** Control characters but tab and line ends. PostgreSQL refuses the first of them; the rest nobody types. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** The text without control characters, half surrogate pairs mended: what a database can hold. */
export const cleanText = (text: string): string => text.toWellFormed().replace(CONTROLS, '');

/** Characters that are not drawn: joiners, zero-width spaces, fillers, the blank Braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu;

/**
 * The characters of a text that a reader sees, blanks around them left out: 0 for one of invisible characters alone.
 * An emoji is one, though JavaScript says two.
 */
export const visibleLength = (text: string): number => [...text.replace(INVISIBLE, '').trim()].length;
