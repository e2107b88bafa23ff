/** Optional settings that a live shop should have, most important first. */
export const SETUP_TASKS = [
  'public-url',
  'smtp',
  'two-step',
  'backup-schedule',
  'backup-elsewhere',
  'hours',
  'social-links',
] as const;
export type SetupTask = (typeof SETUP_TASKS)[number];

/** Why each is useful, and the line of `.env` that sets it. */
export const SETUP_TASK_TEXTS: Record<SetupTask, { title: string; why: string; line: string }> = {
  'public-url': {
    title: 'Set the shop’s https address',
    why: 'Links in emails lead to it, and passkeys and sign-in need https.',
    line: 'PUBLIC_URL=https://your-shop.example',
  },
  smtp: {
    title: 'Connect a mail server',
    why: 'Without it no email leaves the shop, and nobody can confirm an account.',
    line: 'SMTP_URL=smtps://user:password@mail.example:465',
  },
  'two-step': {
    title: 'Ask everyone in the back office for a second step',
    why: 'A stolen password then opens nothing. Set up your own first, at My Account, Security.',
    line: 'ADMINS_NEED_TWO_STEP=true',
  },
  'backup-schedule': {
    title: 'Back up every day',
    why: 'No backup is planned, and none was made in the last two days.',
    line: 'BACKUP_AT=03:00',
  },
  'backup-elsewhere': {
    title: 'Keep backups on another disk',
    why: 'They are on the disk of the data, and would be lost with it. A bucket does too: s3://bucket/folder.',
    line: 'BACKUP_COPY=/path/on/another/disk',
  },
  hours: {
    title: 'Say when you are open',
    why: 'The contact page and the footer show it.',
    line: 'SHOP_HOURS=Monday to Saturday, 9 am to 7 pm',
  },
  'social-links': {
    title: 'Link your social pages',
    why: 'The footer shows them; SOCIAL_FACEBOOK, SOCIAL_X and SOCIAL_TIKTOK as well.',
    line: 'SOCIAL_INSTAGRAM=https://www.instagram.com/your-shop',
  },
};
