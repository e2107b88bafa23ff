import { UnreadableArchive } from './zip-archive.ts';

/** What a scan of XML calls. Names are without their namespace. */
export interface XmlHandler {
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** Characters of one tag or text: Excel's longest cell has 32,767. */
const MAX_TOKEN = 1_000_000;

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Resolves the five entities of XML and character references; there are no others without a document type. */
export const decodeXml = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (_, hex, decimal, name) => {
        if (name) return NAMED[name.toLowerCase()]!;
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
    : text;

const patterns = new Map<string, RegExp>();

/** The value of an attribute; undefined without it. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (!pattern) {
    pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const value = pattern.exec(attributes);
  return value ? decodeXml(value[1] ?? value[2] ?? '') : undefined;
}

const damaged = () => new UnreadableArchive('The file is damaged. Save it again and choose the new file.');

/**
 * Scans XML that arrives in pieces, in memory for one token. Document types are refused: with them come entities, which
 * can grow without limit. Throws UnreadableArchive.
 */
export function createXmlScanner(handler: XmlHandler) {
  let rest = '';
  const tag = (content: string) => {
    if (content.startsWith('/')) return handler.close(localName(content.slice(1)));
    const isEmpty = content.endsWith('/');
    const space = content.search(/[\s/]/);
    const name = localName(space < 0 ? content : content.slice(0, space));
    handler.open(name, space < 0 ? '' : content.slice(space));
    if (isEmpty) handler.close(name);
  };
  /** The position behind the token that starts at `at`; -1 if it is not complete. */
  const token = (text: string, at: number): number => {
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at);
      if (end >= 0) handler.text(text.slice(at + 9, end));
      return end < 0 ? -1 : end + 3;
    }
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      return end < 0 ? -1 : end + 3;
    }
    const end = text.indexOf('>', at);
    if (end < 0) return -1;
    if (text[at + 1] === '!') throw damaged();
    if (text[at + 1] !== '?') tag(text.slice(at + 1, end));
    return end + 1;
  };
  return (piece: string): void => {
    const text = rest + piece;
    let at = 0;
    for (;;) {
      const open = text.indexOf('<', at);
      // What may still become CDATA or a comment waits for the next piece; no row is in the last 8 characters.
      if (open < 0 || text.length - open < 9) break;
      if (open > at) handler.text(decodeXml(text.slice(at, open)));
      at = open;
      const next = token(text, open);
      if (next < 0) break;
      at = next;
    }
    rest = text.slice(at);
    if (rest.length > MAX_TOKEN) throw damaged();
  };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).trim();
