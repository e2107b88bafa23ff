import { expect, test } from 'vitest';
import { accountEmails } from './account-emails.ts';

const write = accountEmails({ shopName: 'Aso House', publicUrl: 'https://shop.example' });

const emailTo = (firstName: string) =>
  write('alreadyRegistered', { email: 'a@shop.example', firstName }, {}).text;

test.each(['Adùnní', 'Mary-Jane', 'O’Neil', 'Ada A.'])('an email greets %s by their name', (name) => {
  expect(emailTo(name)).toContain(`Hello ${name},`);
});

test.each(['http://evil.example', 'Win at evil.example', 'www evil', 'a@evil.example'])(
  'a name that a stranger typed carries no advertisement: %s',
  (name) => {
    expect(emailTo(name)).toContain('Hello,');
    expect(emailTo(name)).not.toContain(name);
  },
);

test('the preheader of an email has no code', () => {
  const to = { email: 'a@shop.example' };
  const { subject, about } = write('confirmation', to, {
    link: 'https://shop.example/',
    code: '424242',
    again: false,
  });
  expect(subject).toContain('424242');
  expect(about).toBe('Confirm your email');
});

test('an email loads no remote content and tracks nobody', () => {
  const { html = '' } = write(
    'confirmation',
    { email: 'a@shop.example' },
    { link: 'https://shop.example/confirm?token=x', code: '424242', again: false },
  );
  expect(html).not.toMatch(/<img|<link|<script|src=|url\(|@import|@font-face/i);
  expect([...html.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url)).toEqual([
    'https://shop.example/confirm?token=x',
  ]);
  expect(html).toContain('Aso House');
  expect(html).toContain('prefers-color-scheme:dark');
});
