/** Characters of a description that are shown, and on small screens. */
export const PREVIEW_LENGTH = 100;
export const SMALL_PREVIEW_LENGTH = 50;

/**
 * The beginning of a text in at most so many characters, '…' included, cut between words; a word longer
 * than that is cut itself. A text that fits stays as it is.
 */
export function previewOf(text: string, length: number = PREVIEW_LENGTH): string {
  const characters = [...text.trim()];
  if (characters.length <= length) return characters.join('');
  const room = characters.slice(0, length - 1).join('');
  const cutsAWord = !/\s/.test(characters[length - 1] ?? '');
  const words = cutsAWord ? room.replace(/\s+\S*$/, '') : room;
  return `${(words || room).replace(/[\s,;:.–—-]+$/, '')}…`;
}
