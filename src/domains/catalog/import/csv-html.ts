import { decodeHTMLStrict } from 'entities';

// Other shops describe their products in HTML; ours in plain text.

/**
 * Text with its character references resolved, such as '&amp;', '&#8217;' and '&eacute;'; no-break spaces as spaces.
 * Twice, because exports often escape what was escaped already: '&amp;reg;'.
 */
export const decodedText = (text: string): string =>
  text.includes('&') ? decodeHTMLStrict(decodeHTMLStrict(text)).replaceAll('\u00a0', ' ') : text;

// Cannot run far from where it begins: the text is somebody else's.
const TAG = /(<\/?[a-z][^<>]*>|<!--|-->)/i;

const NAME = /^<(\/?)([a-z][a-z0-9]*)/i;
const BLOCKS = new Set(
  'p div ul ol table tr h1 h2 h3 h4 h5 h6 blockquote section article header footer dl dt dd hr'.split(' '),
);
/** What stands between these is not said to anybody. */
const SILENT = new Set(['script', 'style', 'title', 'head', 'template', 'noscript', 'iframe']);

function meaning(tag: string): string {
  const [, closing, name = ''] = NAME.exec(tag) ?? [];
  const called = name.toLowerCase();
  if (called === 'br') return '\n';
  if (called === 'li') return closing ? '' : '\n• ';
  if (called === 'td' || called === 'th') return ' ';
  return BLOCKS.has(called) ? '\n\n' : '';
}

/** HTML as plain text: paragraphs and list points on lines of their own. Text without tags stays as it is. */
export function textOfHtml(html: string): string {
  if (!TAG.test(html)) return decodedText(html);
  let text = '';
  let silence: string | undefined;
  for (const [index, part] of html.split(TAG).entries()) {
    const isTag = index % 2 === 1;
    if (silence !== undefined) {
      if (isTag && part.toLowerCase().startsWith(silence)) silence = undefined;
    } else if (!isTag) {
      // Line breaks of the source mean nothing in HTML.
      text += part.replace(/\s+/g, ' ');
    } else if (part === '<!--') {
      silence = '-->';
    } else {
      const name = NAME.exec(part)?.[2]?.toLowerCase() ?? '';
      if (SILENT.has(name) && !part.startsWith('</')) silence = `</${name}`;
      else text += meaning(part);
    }
  }
  return decodedText(text)
    .split('\n')
    .map((line) => line.replace(/[ \r\t]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
