/** Maximum length of a displayed description, and on small screens. */
export const PREVIEW_LENGTH = 100;
export const SMALL_PREVIEW_LENGTH = 50;

/**
 * The beginning of a text with at most `length` characters, '…' included, cut between words; a longer single
 * word is cut. A text that fits is unchanged.
 */
export function previewOf(text: string, length: number = PREVIEW_LENGTH): string {
  const characters = [...text.trim()];
  if (characters.length <= length) return characters.join('');
  const room = characters.slice(0, length - 1).join('');
  const cutsAWord = !/\s/.test(characters[length - 1] ?? '');
  const words = cutsAWord ? room.replace(/\s+\S*$/, '') : room;
  return `${(words || room).replace(/[\s,;:.–—-]+$/, '')}…`;
}
