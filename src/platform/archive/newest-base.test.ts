import { expect, test } from 'vitest';
import type { Archive } from './archive.ts';
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
