import { expect, test } from 'vitest';
import type { MailMessage } from '../../mail/message.ts';
import * as accountEmails from './account-emails.ts';
import * as authEmails from './auth-emails.ts';

/** Some templates take the name, others the shop. */
const SHOP = Object.assign(new String('Mkate Bakery'), {
  shopName: 'Mkate Bakery',
  publicUrl: 'https://mkate.example',
});
const { authEmail, ...templates } = authEmails;

const LINK = 'https://mkate.example/x';
/** Any argument of a template: a link, a code, a number, or an object of them. */
const any = new Proxy(new String(LINK), {
  get(text, name) {
    // Strings have an old method of that name.
    const own: unknown = name === 'link' ? LINK : Reflect.get(text, name);
    return typeof own === 'function' ? own.bind(text) : typeof name === 'symbol' ? own : (own ?? LINK);
  },
});
type Template = (...args: unknown[]) => MailMessage;
const to = { email: 'a@mkate.example', firstName: 'Ada' };

test.each(Object.entries({ ...templates, ...accountEmails }))(
  '%s names the shop, and nothing of the demonstration',
  (_name, template) => {
    const { subject, text, html = '' } = (template as Template)(SHOP, to, any, any);
    expect(subject + text).toContain('Mkate Bakery');
    expect(subject + text + html).not.toMatch(/Aso House|Lagos|2348012345678/);
  },
);
