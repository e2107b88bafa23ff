import { decodeHTMLStrict } from 'entities';

// Other shops describe their products in HTML; ours in plain text.

/**
 * Text with its character references resolved, such as '&amp;', '&#8217;' and '&eacute;'; no-break spaces as spaces.
 * Twice, because exports often escape what was escaped already: '&amp;reg;'.
 */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? decodeHTMLStrict(decodeHTMLStrict(text)).replaceAll('\u00a0', ' ') : text;

// Cannot run far from where it begins: the text is somebody else's.
const TAG = /(<\/?[a-z][^<>]*>|<!--|-->)/i;

const TAG_NAME = /^<(\/?)([a-z][a-z0-9]*)/i;
const BLOCK_TAGS = new Set(
  'p div ul ol table tr h1 h2 h3 h4 h5 h6 blockquote section article header footer dl dt dd hr'.split(' '),
);
/** What stands between these is not said to anybody. */
const HIDDEN_TAGS = new Set(['script', 'style', 'title', 'head', 'template', 'noscript', 'iframe']);

function tagText(tag: string): string {
  const [, closing, name = ''] = TAG_NAME.exec(tag) ?? [];
  const called = name.toLowerCase();
  if (called === 'br') return '\n';
  if (called === 'li') return closing ? '' : '\n• ';
  if (called === 'td' || called === 'th') return ' ';
  return BLOCK_TAGS.has(called) ? '\n\n' : '';
}

/** HTML as plain text: paragraphs and list points on lines of their own. Text without tags stays as it is. */
export function htmlToText(html: string): string {
  if (!TAG.test(html)) return decodeEntities(html);
  let text = '';
  let skipUntil: string | undefined;
  for (const [index, part] of html.split(TAG).entries()) {
    const isTag = index % 2 === 1;
    if (skipUntil !== undefined) {
      if (isTag && part.toLowerCase().startsWith(skipUntil)) skipUntil = undefined;
    } else if (!isTag) {
      // Line breaks of the source mean nothing in HTML.
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
