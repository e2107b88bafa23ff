/** Control characters but tab and line ends. PostgreSQL refuses the first of them; the rest nobody types. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** The text without control characters, half surrogate pairs mended: what a database can hold. */
export const cleanText = (text: string): string => text.toWellFormed().replace(CONTROLS, '');
