import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailbox } from './mailbox.ts';
import { mailboxApp } from './mailbox-page.ts';
import { createMailer } from './mailer.ts';

let dir = '';
beforeEach(async () => {
  dir = join(await mkdtemp(join(tmpdir(), 'aso-mailbox-')), 'mailbox');
});
afterEach(() => rm(join(dir, '..'), { recursive: true, force: true }));

const mail = (subject: string, text = 'Hello') => ({
  to: 'amara@shop.example',
  subject,
  text,
  html: '<p>Hello</p>',
});

test('emails are stored newest first, readable only by the shop’s account', async () => {
  const mailbox = createMailbox(dir);
  expect(await mailbox.list()).toEqual([]);
  for (const subject of ['one', 'two', 'three']) await mailbox.add(mail(subject));
  const stored = await mailbox.list();
  expect(stored.map(({ subject }) => subject)).toEqual(['three', 'two', 'one']);
  expect(await mailbox.get(stored[2]!.id)).toMatchObject(mail('one'));
  const [file] = await readdir(dir);
  expect((await stat(join(dir, file!))).mode & 0o077).toBe(0);
});

test('200 emails are kept, the oldest are deleted', async () => {
  const mailbox = createMailbox(dir);
  for (let n = 1; n <= 205; n++) await mailbox.add(mail(`${n}`));
  const stored = await mailbox.list();
  expect(stored).toHaveLength(200);
  expect(stored.at(-1)?.subject).toBe('6');
});

test('an id cannot be a path', async () => {
  const mailbox = createMailbox(dir);
  await mailbox.add(mail('one'));
  await writeFile(join(dir, '..', 'secret.json'), '{"subject":"secret"}');
  for (const id of ['../secret', '..%2Fsecret', '', 'x'.repeat(36), '0'.repeat(36)]) {
    expect(await mailbox.get(id)).toBeNull();
  }
});

test('the mailbox page lists emails, an email’s page shows clickable links', async () => {
  const { send, mailbox } = createMailer({ from: 'Aso House <a@shop.example>', mailboxDir: dir });
  const app = mailbox!;
  expect(await (await app.request('/dev/mailbox')).text()).toContain('No mail yet.');
  await send(
    mail('<script>alert(1)</script>', 'Confirm: https://shop.example/confirm?token=a&b=c.\n<b>x</b>'),
  );
  await send({ ...mail('other'), to: 'bola@shop.example' });

  const list = await app.request('/dev/mailbox?to=AMARA@shop.example');
  const html = await list.text();
  expect(html).not.toMatch(/<script/);
  expect(html).not.toContain('bola@shop.example');
  expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(list.headers.get('cache-control')).toBe('no-store');

  const href = /href="(\/dev\/mailbox\/[^"]+)"/.exec(html)?.[1] ?? '';
  const one = await (await app.request(href)).text();
  expect(one).toContain('<a href="https://shop.example/confirm?token=a&#38;b=c">');
  expect(one).toContain('&#60;b&#62;x&#60;/b&#62;');
  expect(await (await app.request(`${href}/html`)).text()).toBe('<p>Hello</p>');
  expect((await app.request('/dev/mailbox/nothing')).status).toBe(404);
});

test('a text-only email is shown with links as well', async () => {
  const mailbox = createMailbox(dir);
  await mailbox.add({ to: 'a@shop.example', subject: 'Code', text: 'Press\n\nhttps://shop.example/x' });
  const [stored] = await mailbox.list();
  const page = await (await mailboxApp(mailbox).request(`/dev/mailbox/${stored!.id}/html`)).text();
  expect(page).toContain('<a href="https://shop.example/x">');
});
