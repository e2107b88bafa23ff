import { expect, test } from 'vitest';
import { droppedEntries, filesOf, TooManyFiles } from './dropped-files.ts';

// Entries as browsers give them: a directory is read in parts of 100.
const PART = 100;

const file = (fullPath: string) =>
  ({
    isDirectory: false,
    fullPath,
    file: (resolve: (file: File) => void) => resolve(new File(['x'], fullPath.split('/').pop()!)),
  }) as unknown as FileSystemEntry;

const folder = (entries: readonly FileSystemEntry[]) =>
  ({
    isDirectory: true,
    createReader() {
      let read = 0;
      return {
        readEntries(resolve: (part: FileSystemEntry[]) => void) {
          resolve(entries.slice(read, read + PART));
          read += PART;
        },
      };
    },
  }) as unknown as FileSystemEntry;

const pathsOf = async (entries: FileSystemEntry[]) =>
  (await filesOf(entries)).map((one) => one.webkitRelativePath || one.name);

test('IMP-06 all files of a dropped folder are taken with their paths, however many parts it is read in', async () => {
  const many = Array.from({ length: 250 }, (_, n) => file(`/summer/ABC-12/${n}.jpg`));
  const paths = await pathsOf([folder([folder(many), file('/summer/notes.txt')]), file('/single.jpg')]);
  expect(paths).toHaveLength(252);
  expect(new Set(paths).size).toBe(252);
  expect(paths).toContain('summer/ABC-12/249.jpg');
  expect(paths.slice(-2)).toEqual(['summer/notes.txt', 'single.jpg']);
});

test('IMP-06 a folder without an end, or with too many files, is refused', async () => {
  const entries: FileSystemEntry[] = [];
  const endless = folder(entries);
  entries.push(endless);
  await expect(filesOf([endless])).rejects.toThrow(TooManyFiles);
  const same = file('/a.jpg');
  await expect(filesOf([folder(Array.from({ length: 100_001 }, () => same))])).rejects.toThrow(TooManyFiles);
});

test('IMP-06 dropped text is no file', () => {
  const items = [null, file('/a.jpg')].map((entry) => ({ webkitGetAsEntry: () => entry }));
  expect(droppedEntries(items as unknown as DataTransferItemList)).toHaveLength(1);
});
