import { expect, test } from 'vitest';
import { adviceOn, copyAdviceOn } from './advice.ts';
import type { BackupState } from './contract.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const WELL: BackupState = {
  isScheduled: true,
  verifications: 'weekly',
  last: { madeAt: '2026-11-22T02:00:00.000Z', bytes: 1, isSealed: true },
  verified: { madeAt: '2026-11-15T02:00:00.000Z', at: '2026-11-15T02:05:00.000Z' },
  failure: null,
  copy: {
    to: 's3://copies/shop',
    last: { madeAt: '2026-11-22T02:00:00.000Z', at: '2026-11-22T02:01:00.000Z' },
    failure: null,
  },
};
const verifiedAt = (at: string) => ({ madeAt: at, at });
const last = (madeAt: string) => ({ madeAt, bytes: 1, isSealed: true });

test.each<[string, Partial<BackupState>, RegExp | null]>([
  ['all is well', {}, null],
  ['none yet', { last: null, verified: null }, /no backup yet/],
  ['never tried', { verified: null }, /verify/],
  ['two days old', { last: last('2026-11-20T12:00:00.000Z') }, null],
  ['older', { last: last('2026-11-20T11:59:59.000Z') }, /older than two days.* npm run backup$/],
  ['older, by hand', { last: last('2026-11-20T11:59:59.000Z'), isScheduled: false }, null],
  [
    'failed',
    { failure: { of: 'backup', at: '2026-11-22T03:00:00.000Z', reason: 'the disk is full' } },
    /attempt failed: the disk is full/,
  ],
  [
    'not restorable',
    { failure: { of: 'verification', at: '2026-11-22T03:00:00.000Z', reason: 'it is damaged' } },
    /could not be restored for a trial: it is damaged/,
  ],
  ['trials that the database forbids', { verifications: 'forbidden' }, /may not create databases/],
  ['verified two weeks ago', { verified: verifiedAt('2026-11-08T12:00:00.000Z') }, null],
  [
    'verified longer ago',
    { verified: verifiedAt('2026-11-08T11:59:59.000Z') },
    /more than two weeks.* npm run backup -- verify$/,
  ],
  ['the same, by hand', { verified: verifiedAt('2026-01-01T12:00:00.000Z'), verifications: 'off' }, null],
])('%s', (_, state, expected) => {
  const advice = adviceOn({ ...WELL, ...state }, NOW);
  if (expected) expect(advice).toMatch(expected);
  else expect(advice).toBeNull();
});

const copy = (more: Partial<NonNullable<BackupState['copy']>>): Partial<BackupState> => ({
  copy: { ...WELL.copy!, ...more },
});

test.each<[string, Partial<BackupState>, RegExp | null]>([
  ['all is well', {}, null],
  ['no second place', { copy: null }, /Put the line into .env/],
  ['none there yet', copy({ last: null }), /Copy them now/],
  [
    'failed',
    copy({ failure: { at: '2026-11-22T02:00:00.000Z', reason: 'the store answered nothing' } }),
    /attempt failed: the store answered nothing/,
  ],
  ['two days behind', { last: last('2026-11-24T02:00:00.000Z') }, null],
  ['further behind', { last: last('2026-11-24T02:00:00.001Z') }, /were not copied/],
])('DOCTOR-03 a copy of the backups: %s', (_, state, expected) => {
  const advice = copyAdviceOn({ ...WELL, ...state });
  if (expected) expect(advice).toMatch(expected);
  else expect(advice).toBeNull();
});
