export interface UnmarkedPage {
  html: string;
  /** The texts of the inline scripts that carried the mark and are executed, as the browser hashes them. */
  scripts: string[];
}

const OPENING = /<script\b((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const CLOSING = /<\/script[\s/>]/gi;
const EXECUTED = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/**
 * A page without the mark that its renderer put, as a nonce, on the scripts it wrote itself. The mark is random and new
 * for each rendering, so a script that came into the page by another way cannot carry it. It never leaves the process.
 */
export function takeMarkedScripts(html: string, mark: string): UnmarkedPage {
  const scripts: string[] = [];
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
      // The parser of HTML knows one kind of line end.
      scripts.push(html.slice(start, end).replace(/\r\n?/g, '\n'));
    }
    OPENING.lastIndex = end;
  }
  return { html: html.replace(NONCE_FOR_THE_BROWSER, '').replaceAll(` nonce="${mark}"`, ''), scripts };
}

/** Where the framework would leave the nonce for its part in the browser. */
const NONCE_FOR_THE_BROWSER = /<meta property="csp-nonce"[^>]*>/;

function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(
    `(?:^|[\\s"'/])${name}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))|(?=[\\s/]|$))`,
    'i',
  ).exec(attributes);
  return found ? (found[1] ?? found[2] ?? found[3] ?? '') : null;
}
