import { expect, test } from 'vitest';
import { type Archive, baseNameOf } from './archive.ts';
import { createNewestBase } from './newest-base.ts';

const SEGMENT_SIZE = 16 * 1024 * 1024;
const segment = (number: number) => `0000000100000000${number.toString(16).padStart(8, '0').toUpperCase()}`;

test('a gap that is noted while the archive is read makes the next question read it again', async () => {
  let reads = 0;
  let whileItIsRead = () => {};
  const archive = {
    async listBases() {
      reads += 1;
      whileItIsRead();
      return [];
    },
  } as unknown as Archive;
  const newestBase = createNewestBase(archive);
  newestBase.noteShipped(segment(1), SEGMENT_SIZE);
  whileItIsRead = () => newestBase.noteShipped(segment(3), SEGMENT_SIZE);
  await newestBase.find('1');
  whileItIsRead = () => {};
  await newestBase.find('1');
  expect(reads).toBe(2);
  // Without a doubt the archive is not read.
  await newestBase.find('1');
  expect(reads).toBe(2);
});

test('an archive that cannot be read is read again', async () => {
  const failing = { listBases: () => Promise.reject(new Error('no connection')) } as unknown as Archive;
  const newestBase = createNewestBase(failing);
  await expect(newestBase.find('1')).rejects.toThrow('no connection');
  await expect(newestBase.find('1')).rejects.toThrow('no connection');
});

test('a base backup of a clock that was ahead is not the newest', async () => {
  const nameOf = (startedAt: number) =>
    baseNameOf({ system: '1', startedAt: new Date(startedAt), start: segment(1) });
  const day = 24 * 60 * 60_000;
  const present = nameOf(Date.now());
  const archive = {
    listBases: async () => [nameOf(Date.now() - day), present, nameOf(Date.now() + 365 * day)],
    readBase: async () => ({ system: '1', stop: segment(1), segmentSize: SEGMENT_SIZE }),
    listWal: async () => [],
  } as unknown as Archive;
  expect(await createNewestBase(archive).find('1')).toBe(present);
});
