/** A part of a mail. Values are plain text; the layout escapes them. */
export type MailBlock =
  | { text: string }
  /** A link to press. Only http(s) addresses. */
  | { button: string; href: string }
  /** A code to type, shown large. */
  | { code: string }
  /** Rows of a small table: what, and how much. The last stands out when `total`. */
  | { rows: readonly (readonly [string, string])[]; total?: boolean };

export interface MailPage {
  shopName: string;
  title: string;
  blocks: readonly MailBlock[];
  /** A last small line: why she gets this mail. */
  footer: string;
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const withBreaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

function htmlOf(block: MailBlock): string {
  if ('text' in block) return `<p style="margin:0 0 16px">${withBreaks(block.text)}</p>`;
  if ('code' in block) {
    return `<p style="margin:0 0 16px;font-size:32px;letter-spacing:6px;font-weight:700">${escapeHtml(block.code)}</p>`;
  }
  if ('button' in block) {
    const href = /^https?:\/\//.test(block.href) ? escapeHtml(block.href) : '#';
    return `<p style="margin:0 0 16px"><a href="${href}" style="display:inline-block;padding:12px 20px;background:#24306b;color:#ffffff;text-decoration:none;border-radius:6px">${escapeHtml(block.button)}</a></p>`;
  }
  const rows = block.rows.map(([what, much], at) => {
    const bold = block.total && at === block.rows.length - 1 ? ';font-weight:700' : '';
    const cell = `padding:8px 0;border-bottom:1px solid #dddddd;vertical-align:top${bold}`;
    return `<tr><td style="${cell}">${withBreaks(what)}</td><td style="${cell};text-align:right;white-space:nowrap">${withBreaks(much)}</td></tr>`;
  });
  return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>`;
}

function textOf(block: MailBlock): string {
  if ('text' in block) return block.text;
  if ('code' in block) return block.code;
  if ('button' in block) return `${block.button}: ${block.href}`;
  return block.rows.map(([what, much]) => (much === '' ? what : `${what}: ${much}`)).join('\n');
}

/** Escaped, with its http(s) addresses as links. */
export const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/)
    .map((part, at) =>
      at % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

const frame = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head><body style="margin:0;padding:24px;background:#f6f4ef;color:#1d1d24;font:16px/1.5 sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere">${body}</div></body></html>`;

/** A mail written as text alone, for programmes that show HTML. */
export const htmlOfText = (title: string, text: string): string =>
  frame(
    title,
    text
      .trim()
      .split(/\n{2,}/)
      .map((paragraph) => `<p style="margin:0 0 16px">${withLinks(paragraph).replaceAll('\n', '<br>')}</p>`)
      .join(''),
  );

/** Text and simple HTML of one mail: no pictures, nothing loaded from elsewhere, every value escaped. */
export function renderMail({ shopName, title, blocks, footer }: MailPage): { text: string; html: string } {
  const text = [title, ...blocks.map(textOf), `${shopName}\n${footer}`].join('\n\n');
  const html = frame(
    title,
    `<h1 style="margin:0 0 16px;font-size:22px">${escapeHtml(title)}</h1>${blocks.map(htmlOf).join('')}<p style="margin:24px 0 0;font-size:13px;color:#5a5a66">${escapeHtml(shopName)}<br>${withBreaks(footer)}</p>`,
  );
  return { text, html };
}
