import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { listSetupTasks } from './setup-tasks.ts';

const HOUR = 60 * 60_000;
const now = new Date();
let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'aso-setup-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const tasksOf = (env: Record<string, string>, lastBackupAt: Date | null = null) =>
  listSetupTasks(readConfig({ SHOP_MODE: 'live', ...LIVE_FACTS, ...env }), dataDir, { lastBackupAt, now });

const DONE = {
  PUBLIC_URL: 'https://ade-tailors.test',
  SMTP_URL: 'smtp://mail.test',
  ADMINS_NEED_TWO_STEP: 'true',
  BACKUP_AT: '3',
  // The file system of the devices: another one than that of the folder, wherever temporary files are.
  BACKUP_DIR: '/dev/aso-backups',
  SHOP_HOURS: 'Every day',
  SOCIAL_X: 'https://x.com/ade',
};

test('a live shop lists its open setup tasks, and none once all are done', async () => {
  expect(await tasksOf({})).toEqual([
    'public-url',
    'smtp',
    'two-step',
    'backup-schedule',
    'backup-elsewhere',
    'hours',
    'social-links',
  ]);
  expect(await tasksOf(DONE)).toEqual([]);
  expect(await listSetupTasks(readConfig({}), dataDir, { lastBackupAt: null, now })).toEqual([]);
});

test('DOCTOR-03 copies in a bucket or on another disk keep backups elsewhere, on the same disk they do not', async () => {
  const withCopy = (BACKUP_COPY: string, more = {}) =>
    tasksOf({ ...DONE, BACKUP_DIR: '', BACKUP_COPY, ...more });
  const store = {
    BACKUP_S3_ENDPOINT: 'https://s3.test',
    BACKUP_S3_REGION: 'auto',
    BACKUP_S3_ACCESS_KEY_ID: 'a',
    BACKUP_S3_SECRET_ACCESS_KEY: 'b',
  };
  expect(await withCopy('s3://copies/shop', store)).toEqual([]);
  expect(await withCopy('/dev/aso-copies')).toEqual([]);
  expect(await withCopy(`${dataDir}/copies`)).toEqual(['backup-elsewhere']);
});

test('recent backups of another scheduler count as scheduled', async () => {
  const { BACKUP_AT: _, ...unplanned } = DONE;
  expect(await tasksOf(unplanned, new Date(now.getTime() - 47 * HOUR))).toEqual([]);
  expect(await tasksOf(unplanned, new Date(now.getTime() - 49 * HOUR))).toEqual(['backup-schedule']);
});

test('if rows and images are on other machines, a local backup folder counts as a separate copy', async () => {
  const elsewhere = {
    ...DONE,
    BACKUP_DIR: '',
    AUTH_SECRET: 'x'.repeat(32),
    DATABASE_URL: 'postgres://u:p@h/d',
  };
  const s3 = {
    S3_ENDPOINT: 'https://s3.test',
    S3_REGION: 'auto',
    S3_BUCKET: 'aso',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  };
  expect(await tasksOf(elsewhere)).toEqual(['backup-elsewhere']);
  expect(await tasksOf({ ...elsewhere, ...s3 })).toEqual([]);
});
