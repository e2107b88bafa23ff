// Other shops describe their products in HTML; ours in plain text.

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  bull: '•',
  deg: '°',
  times: '×',
  frac12: '½',
  trade: '™',
  reg: '®',
  copy: '©',
};

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

// Neither can run far from where it begins: the text is somebody else's.
const TAG = /(<\/?[a-z][^<>]*>|<!--|-->)/i;
const ENTITY = /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,9});/gi;

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
  if (!TAG.test(html) && !/&[#a-z]/i.test(html)) return html;
  if (!TAG.test(html)) return html.replace(ENTITY, entity);
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
  return text
    .replace(ENTITY, entity)
    .split('\n')
    .map((line) => line.replace(/[ \u00a0]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
