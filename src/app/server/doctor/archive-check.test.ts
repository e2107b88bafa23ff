import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Archive, baseNameOf, basePath, openArchive, walPath } from '#platform/archive/archive.ts';
import { chooseBase } from '#platform/archive/choose-base.ts';
import { segmentName } from '#platform/archive/segments.ts';
import { folderPlace } from '#platform/backup/backup-place.ts';
import { stateOf } from './archive-check.ts';

const MB = 2 ** 20;
const SYSTEM = '7';
/** A minute of the past, so that the restore takes it for no future. */
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 12, minute));
const nameOf = (number: number) => segmentName({ timeline: 1, number }, MB);

let dir = '';
let archive: Archive;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-archive-check-'));
  archive = openArchive(folderPlace(dir));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Segments from one number to another, each archived in the minute of its number. */
async function putLog(from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number++) {
    const path = walPath(SYSTEM, nameOf(number));
    await archive.put(path, Buffer.from('log'));
    await utimes(join(dir, path), at(number), at(number));
  }
}

/** A base backup, made in the minute of its first segment. */
async function putBase(number: number): Promise<void> {
  const [start, startedAt] = [nameOf(number), at(number)];
  const name = baseNameOf({ system: SYSTEM, startedAt, start });
  const base = {
    ...{ format: 1, name, system: SYSTEM, timeline: 1, start, stop: start, segmentSize: MB },
    ...{ startedAt: startedAt.toISOString(), completedAt: startedAt.toISOString() },
    ...{ postgres: 180_000, platform: 'linux x64', database: 'shop', owner: 'owner', builtIn: true },
    ...{ bytes: 1, parts: [{ bytes: 1, sha256: '' }] },
  };
  await archive.put(basePath(name), Buffer.from(JSON.stringify(base)));
}

const stateAt = (minute: number, { position = minute, zone = 'UTC' } = {}) =>
  stateOf(archive, {
    config: { TIME_ZONE: zone, BACKUP_VERIFY: 'weekly' },
    server: { system: SYSTEM, position: `0/${(position * MB).toString(16)}` },
    spool: '/spool',
    now: at(minute),
  });

test('DOCTOR-02 the doctor leaves out the moments of a gap, which the restore refuses', async () => {
  await putBase(1);
  await putLog(1, 5);
  await putLog(9, 9);
  expect(await stateAt(10)).toMatchObject({
    state: 'warning',
    found: 'nothing after 5 January 2026 at 12:05 can be restored: the archive has a gap there',
    since: at(5),
  });
  // Without its log it is no base backup yet.
  await putBase(12);
  expect(await stateAt(10)).toMatchObject({ state: 'warning' });
  await putLog(12, 20);
  // Within the log of another one.
  await putBase(15);
  expect(await stateAt(21)).toMatchObject({
    state: 'ok',
    found: `any moment since 5 January 2026 at 12:12 (and of 5 January 2026 at 12:01 to 5 January 2026 at 12:05) can be restored, last change archived 1 minute ago, in ${dir}`,
  });
  await expect(chooseBase(archive, at(8))).rejects.toThrow(
    'The archive has a gap after 2026-01-05T12:05:00Z',
  );
  for (const minute of [1, 5, 12, 20]) expect(await chooseBase(archive, at(minute))).toBeDefined();
});

test('DOCTOR-02 changes that are not archived for minutes are at risk; a quiet server is not', async () => {
  expect(await stateAt(1)).toMatchObject({
    state: 'warning',
    found: `no complete base backup in ${dir} yet`,
  });
  await putBase(1);
  await putLog(1, 5);
  expect(await stateAt(30, { position: 6 })).toMatchObject({ state: 'ok' });
  expect(await stateAt(30, { position: 6.5 })).toMatchObject({
    state: 'warning',
    found: 'the last change was archived 25 minutes ago, and there are newer ones',
    fix: expect.stringContaining('/spool'),
    since: at(5),
  });
  expect(await stateAt(7, { position: 6.5 })).toMatchObject({ state: 'ok' });
});
