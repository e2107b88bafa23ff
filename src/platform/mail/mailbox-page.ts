import { Hono } from 'hono';
import { escapeHtml, htmlOfText, withLinks } from './layout.ts';
import type { Mailbox, StoredMail } from './mailbox.ts';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;padding:24px 16px;max-width:720px}
h1{font-size:24px;margin:0 0 16px}
ul{list-style:none;margin:0;padding:0}
li{border-bottom:1px solid #8886}
li a{display:block;padding:12px 0;text-decoration:none}
small{display:block;opacity:.75;overflow-wrap:anywhere}
article{white-space:pre-wrap;overflow-wrap:anywhere;border-top:1px solid #8886;margin-top:16px;padding-top:16px}
a{min-height:24px}`;

/** No scripts and no external content on these pages. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

/** The emails of the demo store, newest first. */
export function mailboxPage(mails: readonly StoredMail[]): string {
  const items = mails.map(
    (mail) =>
      `<li><a href="/dev/mailbox/${mail.id}"><strong>${escapeHtml(mail.subject)}</strong><small>To ${escapeHtml(mail.to)}, <time datetime="${mail.at}">${mail.at.slice(0, 16).replace('T', ' ')} UTC</time></small></a></li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail yet.</p>';
  return page(
    'Mailbox',
    `<main><h1>Mailbox</h1><p>The demonstration sends no mail. What it would have sent is kept here.</p>${list}</main>`,
  );
}

/** One email as text, with clickable links. */
export function mailPage(mail: StoredMail): string {
  return page(
    mail.subject,
    `<main><p><a href="/dev/mailbox">Mailbox</a></p><h1>${escapeHtml(mail.subject)}</h1><small>To ${escapeHtml(mail.to)}</small><small><a href="/dev/mailbox/${mail.id}/html">As it looks in a mail programme</a></small><article>${withLinks(mail.text)}</article></main>`,
  );
}

/** /dev/mailbox, in the demo store only: emails contain codes. `?to=` filters by recipient. */
export function mailboxApp(mailbox: Mailbox): Hono {
  const app = new Hono().basePath('/dev/mailbox');
  app.use(async (c, next) => {
    await next();
    c.res.headers.set('content-security-policy', POLICY);
    c.res.headers.set('cache-control', 'no-store');
  });
  app.get('/', async (c) => {
    const to = c.req.query('to')?.toLowerCase();
    const mails = await mailbox.list();
    return c.html(
      mailboxPage(to === undefined ? mails : mails.filter((mail) => mail.to.toLowerCase() === to)),
    );
  });
  app.get('/:id/html', async (c) => {
    const mail = await mailbox.get(c.req.param('id'));
    return mail
      ? c.html(mail.html ?? htmlOfText(mail.subject, mail.text))
      : c.html(page('Mailbox', '<p>This mail is gone.</p>'), 404);
  });
  app.get('/:id', async (c) => {
    const mail = await mailbox.get(c.req.param('id'));
    return mail ? c.html(mailPage(mail)) : c.html(page('Mailbox', '<p>This mail is gone.</p>'), 404);
  });
  return app;
}
