import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupPlace, folderPlace } from '../backup/backup-place.ts';
import { bucketPlace } from '../backup/bucket-place.ts';
import { inOne, wholeOf } from '../backup/pieces.ts';
import { startTestS3, type TestS3 } from '../storage/test-s3.ts';
import {
  type BaseManifest,
  baseNameOf,
  basePath,
  openArchive,
  reachOf,
  timelineAt,
  walPath,
} from './archive.ts';
import { chooseBase } from './choose-base.ts';
import { basesToKeep } from './retention.ts';
import { lastWithoutGap, newestOf, positionOf, segmentName, segmentOf } from './segments.ts';
import { parseTarget } from './target-time.ts';

let dir = '';
let s3: TestS3;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-archive-unit-'));
  s3 = await startTestS3();
});
afterAll(async () => {
  await s3?.close();
  await rm(dir, { recursive: true, force: true });
});

const MB = 2 ** 20;

test('DOCTOR-02 segments are numbered over the borders of four gigabytes, for every size', () => {
  for (const size of [MB, 16 * MB, 1024 * MB]) {
    const last = segmentOf(segmentName({ timeline: 3, number: 2 ** 32 / size - 1 }, size), size)!;
    expect(last).toEqual({ timeline: 3, number: 2 ** 32 / size - 1 });
    expect(segmentName({ timeline: 3, number: last.number + 1 }, size)).toBe('000000030000000100000000');
  }
  expect(positionOf('1/2A000028')).toBe(0x1_2a00_0028);
  expect(segmentOf('00000002.history', MB)).toBeNull();
});

test('DOCTOR-02 the log is followed over timelines, up to the first gap', () => {
  const of = (timeline: number, number: number) => segmentName({ timeline, number }, MB);
  const start = { timeline: 1, number: 5 };
  const last = (...names: string[]) => lastWithoutGap(names, start, MB);
  expect(last()).toBeUndefined();
  expect(last(of(1, 6))).toBeUndefined();
  expect(last(of(1, 4), of(1, 5), of(1, 6), of(1, 8))).toEqual({ timeline: 1, number: 6 });
  expect(last(of(1, 5), of(1, 6), of(2, 6), of(2, 7), of(1, 8))).toEqual({ timeline: 2, number: 7 });
});

test('DOCTOR-02 the log of 140 days, a segment each minute, is followed to its end', () => {
  const names = Array.from({ length: 140 * 1_440 }, (_, n) =>
    segmentName({ timeline: 2, number: 7 + n }, MB),
  );
  const last = { timeline: 2, number: 6 + 140 * 1_440 };
  const undone = segmentName({ timeline: 1, number: 1e6 }, MB);
  expect(newestOf(['00000003.history', undone, ...names.toReversed()], MB)).toEqual(last);
  expect(newestOf(['00000003.history'], MB)).toBeUndefined();
  const wal = names.map((name, n) => ({ name, modified: new Date(60_000 * n) }));
  const base = { start: names[0]!, stop: names[1]!, segmentSize: MB };
  expect(reachOf(base, wal)).toEqual({ last, until: wal.at(-1)!.modified });
});

test('DOCTOR-02 a moment belongs to the timeline that the server was on', () => {
  const at = (minute: number) => new Date(2026, 0, 1, 12, minute);
  const wal = [
    { name: '00000002.history', modified: at(10) },
    { name: '00000003.history', modified: at(20) },
  ];
  expect([5, 10, 15, 25].map((minute) => timelineAt(at(minute), { timeline: 1 }, wal))).toEqual([1, 2, 2, 3]);
});

test('DOCTOR-02 any moment of the days to keep remains, whatever number of base backups that takes', () => {
  const nameOf = (day: number, hour = 0) =>
    `1-202601${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}0000000Z-000000010000000000000002`;
  const names = [nameOf(1), nameOf(2), nameOf(2, 5), nameOf(9), nameOf(10)];
  expect(basesToKeep(names, 2, new Date('2026-01-10T12:00:00Z'))).toEqual(names.slice(2));
  expect(basesToKeep(names, 1, new Date('2026-03-01T00:00:00Z'))).toEqual(names.slice(-2));
  expect(basesToKeep(names, 30, new Date('2026-01-10T12:00:00Z'))).toEqual(names);
  expect(basesToKeep([], 7, new Date())).toEqual([]);
});

test('DOCTOR-02 a clock that is ahead for a while takes no moment from the archive', async () => {
  const nameOf = (date: string, number: number) =>
    baseNameOf({
      system: '1',
      startedAt: new Date(date),
      start: segmentName({ timeline: 1, number }, MB),
    });
  const days = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, n) => nameOf(`2026-01-0${first + n}`, first + n));
  const before = days(1, 5);
  const ahead = nameOf('2027-01-06', 6);
  // While it is ahead.
  expect(basesToKeep([...before, ahead], 3, new Date('2027-01-06T01:00:00Z'))).toEqual([
    ...before.slice(-3),
    ahead,
  ]);
  // It remains as long as those around it, and no day longer.
  const all = [...before, ...days(7, 9)];
  const keptAt = (day: number, names: string[]) =>
    basesToKeep([...names, ahead], 3, new Date(`2026-01-0${day}T01:00:00Z`));
  expect(keptAt(6, before)).toEqual([...before.slice(1), ahead]);
  expect(keptAt(9, all)).toEqual([...all.slice(4), ahead]);
  expect(basesToKeep([...days(5, 9), nameOf('2027-01-04', 4)], 3, new Date('2026-01-09T01:00:00Z'))).toEqual(
    days(6, 9),
  );
});

test('DOCTOR-02 a base backup whose description is damaged is left out where the log leads on over it', async () => {
  const place = join(dir, 'damaged');
  const archive = openArchive(folderPlace(place));
  const segmentAt = (number: number) => segmentName({ timeline: 1, number }, MB);
  const ship = (number: number) => archive.put(walPath('1', segmentAt(number)), Buffer.from('log'));
  const begun = Date.now() - 60_000;
  const put = async (number: number): Promise<string> => {
    const startedAt = new Date(begun + number * 1_000);
    const [start, stop] = [segmentAt(number), segmentAt(number)];
    const name = baseNameOf({ system: '1', startedAt, start });
    const base: BaseManifest = {
      ...{ format: 1, name, system: '1', timeline: 1, start, stop, segmentSize: MB, postgres: 180_006 },
      ...{ platform: 'linux x64', database: 'shop', owner: 'shop', builtIn: true, bytes: 1 },
      startedAt: startedAt.toISOString(),
      completedAt: startedAt.toISOString(),
      parts: [{ bytes: 1, sha256: '' }],
    };
    await archive.put(basePath(name), Buffer.from(JSON.stringify(base)));
    return name;
  };
  const earlier = await put(5);
  const newest = await put(7);
  for (const number of [5, 6, 7, 8]) await ship(number);
  const moment = new Date(begun + 20_000);
  const chosen = async (target: Date | 'latest') => (await chooseBase(archive, target)).base.name;
  expect([await chosen(moment), await chosen('latest')]).toEqual([newest, newest]);
  await truncate(join(place, basePath(newest)), 20);
  expect([await chosen(moment), await chosen('latest')]).toEqual([earlier, earlier]);
  expect((await chooseBase(archive, 'latest')).wal).toEqual([5, 6, 7, 8].map(segmentAt));

  // With a gap before it, all that follows would be lost unseen.
  await archive.remove(walPath('1', segmentAt(6)));
  await expect(chosen('latest')).rejects.toThrow(`The base backup ${newest} cannot be read`);
  await archive.remove(basePath(earlier));
  await expect(chosen(moment)).rejects.toThrow(`The base backup ${newest} cannot be read`);
});

test.each([
  ['2026-11-23 14:05', '2026-11-23T13:05:00.000Z'],
  ['2026-11-23T14:05:30', '2026-11-23T13:05:30.000Z'],
  ['14:05', '2026-11-20T13:05:00.000Z'],
  ['2026-11-23T14:05:00Z', '2026-11-23T14:05:00.000Z'],
  ['2026-11-23 14:05:00+02:00', '2026-11-23T12:05:00.000Z'],
])('DOCTOR-02 the time %s of a shop in Lagos is %s', (text, iso) => {
  const moment = parseTarget(text, 'Africa/Lagos', new Date('2026-11-20T10:00:00Z'));
  expect((moment as Date).toISOString()).toBe(iso);
});

test.each(['yesterday', '2026-11-23', '2026-02-30 10:00', '25:00', ''])(
  'DOCTOR-02 %s is no moment, and the message says how to write one',
  (text) => {
    expect(() => parseTarget(text, 'Africa/Lagos', new Date())).toThrow(
      'in the time of the shop (Africa/Lagos)',
    );
  },
);

test.each(['a folder', 'a bucket'])('DOCTOR-02 %s keeps whole files, sealed with the key', async (kind) => {
  const place: BackupPlace =
    kind === 'a folder' ? folderPlace(join(dir, 'store')) : bucketPlace(await s3.newBucket(), 'one/two');
  const fileOf = async (name: string) => wholeOf((await place.read(name))!);
  const archive = openArchive(place, 'a key of more than twenty letters');
  expect([await archive.get('wal/1/a.gz'), await archive.listBases()]).toEqual([null, []]);
  await archive.put('wal/1/a.gz', Buffer.from('first'));
  await archive.put('wal/1/b.gz', Buffer.from('second'));
  await archive.put('wal/1/a.gz', Buffer.from('third'));
  expect((await archive.get('wal/1/a.gz'))?.toString()).toBe('third');
  expect((await archive.list('wal/1')).map(({ name }) => name)).toEqual(['a.gz', 'b.gz']);
  const sealed = await fileOf('wal/1/a.gz.sealed');
  expect(sealed.length).toBeGreaterThan(0);
  expect(sealed.includes('third')).toBe(false);

  // A file in the place of another one, another key, and none.
  await place.write('wal/1/b.gz.sealed', inOne(sealed));
  await expect(archive.get('wal/1/b.gz')).rejects.toThrow('damaged');
  await expect(openArchive(place, 'another key of twenty').get('wal/1/a.gz')).rejects.toThrow(
    'another BACKUP_KEY',
  );
  await expect(openArchive(place).get('wal/1/a.gz')).rejects.toThrow('Set BACKUP_KEY');
  await archive.remove('wal/1/a.gz');
  expect(await archive.has('wal/1/a.gz')).toBe(false);
});

/** Runs the archive command in a folder as that of a server; returns its exit code and message. */
function archiveSegment(cluster: string, spool: string, name = '000000010000000000000001') {
  const script = join(import.meta.dirname, 'archive-segment.sh');
  const { status, stderr } = spawnSync('sh', [script, spool, `pg_wal/${name}`, name], { cwd: cluster });
  return { status, message: String(stderr) };
}

test('DOCTOR-02 the archive command writes whole files, fails where it cannot, and never fills the disk', async () => {
  const [cluster, spool] = [join(dir, 'a cluster'), join(dir, "Ada's spool")];
  const wal = join(cluster, 'pg_wal', '000000010000000000000001');
  await mkdir(join(cluster, 'pg_wal', 'archive_status'), { recursive: true });
  await mkdir(spool);
  await writeFile(wal, 'the log');
  expect(archiveSegment(cluster, spool)).toEqual({ status: 0, message: '' });
  // Repeated after a crash of the server.
  expect(archiveSegment(cluster, spool).status).toBe(0);
  expect(await readdir(spool)).toEqual(['000000010000000000000001.gz']);
  const packed = execFileSync('cat', [join(spool, '000000010000000000000001.gz')]);
  expect(gunzipSync(packed).toString()).toBe('the log');

  expect(archiveSegment(cluster, join(dir, 'no spool')).status).not.toBe(0);
  await rm(join(spool, '000000010000000000000001.gz'));
  await truncate(wal, 1.5 * 1024 ** 3);
  for (const n of [1, 2]) await writeFile(join(cluster, 'pg_wal', 'archive_status', `${n}.ready`), '');
  const full = archiveSegment(cluster, spool);
  expect([full.status, full.message]).toEqual([0, expect.stringContaining('too far behind')]);
  expect(await readdir(spool)).toEqual([]);
});
