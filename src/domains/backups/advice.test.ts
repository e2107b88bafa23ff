import { expect, test } from 'vitest';
import { adviceOn } from './advice.ts';
import type { BackupState } from './contract.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const WELL: BackupState = {
  isScheduled: true,
  last: { madeAt: '2026-11-22T02:00:00.000Z', bytes: 1, isSealed: true },
  proven: { madeAt: '2026-11-01T02:00:00.000Z', at: '2026-11-01T09:00:00.000Z' },
  failure: null,
};
const last = (madeAt: string) => ({ madeAt, bytes: 1, isSealed: true });

test.each<[string, Partial<BackupState>, RegExp | null]>([
  ['all is well', {}, null],
  ['none yet', { last: null, proven: null }, /no backup yet/],
  ['never tried', { proven: null }, /drill/],
  ['two days old', { last: last('2026-11-20T12:00:00.000Z') }, null],
  ['older', { last: last('2026-11-20T11:59:59.000Z') }, /older than two days/],
  ['older, by hand', { last: last('2026-11-20T11:59:59.000Z'), isScheduled: false }, null],
  ['failed', { failure: { at: '2026-11-22T03:00:00.000Z', reason: 'the disk is full' } }, /the disk is full/],
])('%s', (_, state, said) => {
  const advice = adviceOn({ ...WELL, ...state }, NOW);
  if (said) expect(advice).toMatch(said);
  else expect(advice).toBeNull();
});
