/** Formats the lines of a table for a terminal: two spaces between columns, no trailing spaces. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  return lines.map((line) =>
    line
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** Visible width: a letter with its combining marks counts as one. */
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const widthOf = (text: string): number => [...graphemes.segment(text)].length;
