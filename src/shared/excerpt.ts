/** A text cut between words, or else characters, to at most `length` units of UTF-16. */
export function excerpt(text: string, length = 155): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–\ud800-\udbff-]+$/, '')}…`;
}
