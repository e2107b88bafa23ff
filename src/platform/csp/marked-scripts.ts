export interface UnmarkedPage {
  html: Buffer;
  /** The executed inline scripts with the mark, in the bytes that the browser hashes. */
  scripts: Buffer[];
}

const OPENING = /<script\b((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const CLOSING = /<\/script[\s/>]/gi;
const EXECUTED = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/**
 * Removes the mark that the renderer put, as a nonce, on its own scripts. The mark is random for each rendering, so a
 * script from any other source cannot carry it. It never leaves the process.
 */
export function unmarkScripts(page: Buffer, mark: string): UnmarkedPage {
  // A byte a character: markup is ASCII. As text with two bytes a character, making and searching a page takes a tenth of
  // the time of rendering it.
  const html = page.toString('latin1');
  const scripts: Buffer[] = [];
  OPENING.lastIndex = 0;
  for (let opening = OPENING.exec(html); opening; opening = OPENING.exec(html)) {
    const start = OPENING.lastIndex;
    CLOSING.lastIndex = start;
    const end = CLOSING.exec(html)?.index ?? html.length;
    const attributes = opening[1] ?? '';
    const type = attribute(attributes, 'type') ?? '';
    if (
      attribute(attributes, 'nonce') === mark &&
      attribute(attributes, 'src') === null &&
      EXECUTED.test(type.trim().replace(/;.*$/, ''))
    ) {
      // The HTML parser normalises line ends.
      scripts.push(Buffer.from(html.slice(start, end).replace(/\r\n?/g, '\n'), 'latin1'));
    }
    OPENING.lastIndex = end;
  }
  const unmarked = html.replace(NONCE_FOR_THE_BROWSER, '').replaceAll(` nonce="${mark}"`, '');
  return { html: Buffer.from(unmarked, 'latin1'), scripts };
}

/** Where the framework would put the nonce for its browser code. */
const NONCE_FOR_THE_BROWSER = /<meta property="csp-nonce"[^>]*>/;

function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(
    `(?:^|[\\s"'/])${name}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))|(?=[\\s/]|$))`,
    'i',
  ).exec(attributes);
  return found ? (found[1] ?? found[2] ?? found[3] ?? '') : null;
}
