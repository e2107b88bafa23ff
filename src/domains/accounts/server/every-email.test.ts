import { expect, test } from 'vitest';
import { accountEmails } from './account-emails.ts';
import type { AccountEmails } from './emails/email-parts.ts';

const writeEmail = accountEmails({ shopName: 'Mkate Bakery', publicUrl: 'https://mkate.example' });
const link = 'https://mkate.example/x';

const EVERY: { [Kind in keyof AccountEmails]: AccountEmails[Kind] } = {
  confirmation: { link, code: '123456', again: true },
  alreadyRegistered: {},
  passwordReset: { link, code: '123456' },
  passwordChanged: {},
  signInCode: { code: '123456', endsPassword: true },
  reauthenticationCode: { code: '123456' },
  phoneConfirmed: { number: '+254700000000' },
  passkeyAdded: { name: 'A phone' },
  passkeyRemoved: { name: 'A phone' },
  accountLinked: { name: 'A provider' },
  accountUnlinked: { name: 'A provider' },
  twoFactorOn: {},
  twoFactorOff: {},
  newBackupCodes: {},
  backupCodeUsed: { left: 3 },
  secondFactorFailing: {},
  confirmNewEmail: { link, code: '123456' },
  emailAlreadyUsed: {},
  emailChangeRequested: { newEmail: 'new@mkate.example' },
  emailChanged: { newEmail: 'new@mkate.example' },
  accountDeleted: {},
};

test.each(Object.entries(EVERY))('%s names the shop, and nothing of the demonstration', (kind, facts) => {
  const write = writeEmail as (kind: string, to: object, facts: object) => ReturnType<typeof writeEmail>;
  const { subject, text, html = '' } = write(kind, { email: 'a@mkate.example', firstName: 'Ada' }, facts);
  expect(subject + text).toContain('Mkate Bakery');
  expect(subject + text + html).not.toMatch(/Aso House|Lagos|2348012345678/);
});
