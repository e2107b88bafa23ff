import { decodeHTMLStrict } from 'entities';

// Converts HTML descriptions of other shops to plain text.

/**
 * Decodes character references such as '&amp;', '&#8217;' and '&eacute;'; no-break spaces become spaces. Decodes
 * twice, because exports often escape text that is escaped already: '&amp;reg;'.
 */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? decodeHTMLStrict(decodeHTMLStrict(text)).replaceAll('\u00a0', ' ') : text;

// A match cannot cross the next '<', so untrusted text is split in linear time.
const TAG = /(<\/?[a-z][^<>]*>|<!--|-->)/i;

const TAG_NAME = /^<(\/?)([a-z][a-z0-9]*)/i;
const BLOCK_TAGS = new Set(
  'p div ul ol table tr h1 h2 h3 h4 h5 h6 blockquote section article header footer dl dt dd hr'.split(' '),
);
/** Elements whose content is not displayed. */
const HIDDEN_TAGS = new Set(['script', 'style', 'title', 'head', 'template', 'noscript', 'iframe']);

function tagText(tag: string): string {
  const [, closing, name = ''] = TAG_NAME.exec(tag) ?? [];
  const element = name.toLowerCase();
  if (element === 'br') return '\n';
  if (element === 'li') return closing ? '' : '\n• ';
  if (element === 'td' || element === 'th') return ' ';
  return BLOCK_TAGS.has(element) ? '\n\n' : '';
}

/** Converts HTML to plain text, with paragraphs and list items on separate lines. Text without tags is only decoded. */
export function htmlToText(html: string): string {
  if (!TAG.test(html)) return decodeEntities(html);
  let text = '';
  let skipUntil: string | undefined;
  for (const [index, part] of html.split(TAG).entries()) {
    const isTag = index % 2 === 1;
    if (skipUntil !== undefined) {
      if (isTag && part.toLowerCase().startsWith(skipUntil)) skipUntil = undefined;
    } else if (!isTag) {
      // HTML collapses white space.
      text += part.replace(/\s+/g, ' ');
    } else if (part === '<!--') {
      skipUntil = '-->';
    } else {
      const name = TAG_NAME.exec(part)?.[2]?.toLowerCase() ?? '';
      if (HIDDEN_TAGS.has(name) && !part.startsWith('</')) skipUntil = `</${name}`;
      else text += tagText(part);
    }
  }
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.replace(/[ \r\t]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
