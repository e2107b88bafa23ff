/** Lines of a table for a terminal: two blanks between columns, none at the end. */
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

/** As one sees it: a letter with its marks is one. */
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const widthOf = (text: string): number => [...letters.segment(text)].length;
