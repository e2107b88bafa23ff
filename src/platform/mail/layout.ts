import { type ColourName, DARK, LIGHT } from '#brand/look.ts';

/** A part of an email. Values are plain text; the layout escapes them. */
export type MailBlock =
  | { text: string }
  /** A link as a button. Only http(s) URLs. */
  | { button: string; href: string }
  /** A code, shown large. */
  | { code: string }
  /** Rows of a small table: label and amount. The last is emphasised if `total`. */
  | { rows: readonly (readonly [string, string])[]; total?: boolean };

export interface MailPage {
  shopName: string;
  title: string;
  blocks: readonly MailBlock[];
  /** A small last line: why the user gets this email. */
  footer: string;
}

/** The shop's colours; an email cannot load design/styles.css. */
const coloursOf = (colours: Record<ColourName, string>) => ({
  page: colours.background,
  sheet: colours.card,
  line: colours.border,
  text: colours.foreground,
  quiet: colours['muted-foreground'],
  fill: colours['primary-fill'],
  link: colours.primary,
});
const DAY = coloursOf(LIGHT);
const NIGHT = coloursOf({ ...LIGHT, ...DARK });
const ON_FILL = LIGHT['primary-foreground'];

/** Email clients with dark mode read this; others use the inline light colours. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${NIGHT.page}!important;color:${NIGHT.text}!important}
.sheet{background:${NIGHT.sheet}!important;border-color:${NIGHT.line}!important}
.line{border-color:${NIGHT.line}!important}
.quiet{color:${NIGHT.quiet}!important}
.fill{background:${NIGHT.fill}!important}
.link{color:${NIGHT.link}!important}
}`;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const withBreaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

function htmlOf(block: MailBlock): string {
  if ('text' in block) return `<p style="margin:0 0 16px">${withBreaks(block.text)}</p>`;
  if ('code' in block) {
    return `<p style="margin:0 0 16px;font:700 32px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(block.code)}</p>`;
  }
  if ('button' in block) {
    const href = /^https?:\/\//.test(block.href) ? escapeHtml(block.href) : '#';
    return `<p style="margin:8px 0 24px"><a href="${href}" class="fill" style="display:inline-block;padding:13px 22px;background:${DAY.fill};color:${ON_FILL};font-weight:700;text-decoration:none;border-radius:3px">${escapeHtml(block.button)}</a></p>`;
  }
  const rows = block.rows.map(([what, much], at) => {
    const bold = block.total && at === block.rows.length - 1 ? ';font-weight:700' : '';
    const cell = `padding:10px 0;border-bottom:1px solid ${DAY.line};vertical-align:top${bold}`;
    return `<tr><td class="line" style="${cell}">${withBreaks(what)}</td><td class="line" style="${cell};padding-left:16px;text-align:right;white-space:nowrap">${withBreaks(much)}</td></tr>`;
  });
  return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 24px">${rows.join('')}</table>`;
}

function textOf(block: MailBlock): string {
  if ('text' in block) return block.text;
  if ('code' in block) return block.code;
  if ('button' in block) return `${block.button}: ${block.href}`;
  return block.rows.map(([what, much]) => textOfRow(what, much)).join('\n');
}

/** Puts the amount at the end of the first line of its label. */
function textOfRow(what: string, much: string): string {
  const [first, ...rest] = what.split('\n');
  return [much === '' ? first : `${first}: ${much}`, ...rest].join('\n');
}

/** Escaped, with http(s) URLs as links. */
export const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/)
    .map((part, at) =>
      at % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

const frame = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body class="page" style="margin:0;padding:16px;background:${DAY.page};color:${DAY.text};font:16px/1.55 -apple-system,'Segoe UI',Roboto,Arial,sans-serif"><div class="sheet" style="max-width:560px;margin:0 auto;padding:24px 20px;background:${DAY.sheet};border:1px solid ${DAY.line};overflow-wrap:anywhere;word-break:break-word">${body}</div></body></html>`;

/** HTML of a text-only email. */
export const htmlOfText = (title: string, text: string): string =>
  frame(
    title,
    text
      .trim()
      .split(/\n{2,}/)
      .map((paragraph) => `<p style="margin:0 0 16px">${withLinks(paragraph).replaceAll('\n', '<br>')}</p>`)
      .join(''),
  );

/** Text and simple HTML of an email: no images, no external content, every value escaped. */
export function renderMail({ shopName, title, blocks, footer }: MailPage): { text: string; html: string } {
  const text = [title, ...blocks.map(textOf), `${shopName}\n${footer}`].join('\n\n');
  const html = frame(
    title,
    `<p class="line" style="margin:0 0 24px;padding:0 0 14px;border-bottom:1px solid ${DAY.line};font:20px/1.3 Georgia,'Times New Roman',serif">${escapeHtml(shopName)}</p><h1 style="margin:0 0 16px;font:700 24px/1.3 Georgia,'Times New Roman',serif">${escapeHtml(title)}</h1>${blocks.map(htmlOf).join('')}<p class="line quiet" style="margin:32px 0 0;padding:14px 0 0;border-top:1px solid ${DAY.line};font-size:14px;color:${DAY.quiet}">${escapeHtml(shopName)}<br>${withBreaks(footer)}</p>`,
  );
  return { text, html };
}
