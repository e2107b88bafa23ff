import { expect, test } from 'vitest';
import { createArchive } from '../../../import/test-archive.ts';
import { listPhotographs } from './photographs.ts';

const content = 'pixels';
const fileOf = (path: string, bytes: BlobPart = content) => {
  const file = new File([bytes], path.split('/').pop()!);
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
};
const archiveOf = (...names: string[]) =>
  fileOf('photographs.zip', createArchive(names.map((name) => ({ name, data: content }))));

test('IMP-06 photographs of a folder and of an archive are listed in the order of their names', async () => {
  const { photographs, rest } = await listPhotographs([
    fileOf('all/ABC_10.JPG'),
    fileOf('all/ABC_2.heic'),
    archiveOf('all/', 'all/ABC_1.jpg', 'all/.DS_Store', '__MACOSX/all/._ABC_1.jpg', 'all/ABC_3.svg'),
    fileOf('all/empty.jpg', ''),
    fileOf('all/Thumbs.db'),
    fileOf('ABC_0 (2).png'),
    fileOf('ABC_0.png'),
    fileOf('ABC-0_3.png'),
    fileOf('broken.zip', 'PK'),
  ]);
  expect(photographs.map(({ path }) => path)).toEqual([
    'ABC_0.png',
    'ABC_0 (2).png',
    'ABC-0_3.png',
    'all/ABC_1.jpg',
    'all/ABC_2.heic',
    'all/ABC_10.JPG',
  ]);
  expect(rest.map(({ file, reason }) => [file.path, reason])).toEqual([
    ['all/ABC_3.svg', 'It is no image'],
    ['all/empty.jpg', 'It is empty'],
    ['broken.zip', 'The file is damaged. Save it again and choose the new file.'],
  ]);
  const files = await Promise.all(photographs.slice(3).map(({ read }) => read()));
  expect(files.map(({ name, type }) => [name, type])).toEqual([
    ['ABC_1.jpg', 'image/jpeg'],
    ['ABC_2.heic', 'image/heic'],
    ['ABC_10.JPG', 'image/jpeg'],
  ]);
  expect(await files[0]!.text()).toBe(content);
});

test('IMP-06 a photograph is the same in a folder and in an archive, where it is known without inflating it', async () => {
  const { photographs } = await listPhotographs([
    fileOf('a.jpg'),
    archiveOf('b.jpg'),
    fileOf('c.jpg', 'others'),
  ]);
  const [one, same, other] = await Promise.all(photographs.map((photograph) => photograph.content()));
  expect(one).toEqual(same);
  expect(other).not.toEqual(one);
});

test('IMP-06 an entry that inflates to more than it states is refused when it is read', async () => {
  const bomb = createArchive([{ name: 'a.jpg', data: new Uint8Array(50_000_000), size: 10 }]);
  const { photographs } = await listPhotographs([fileOf('a.zip', bomb)]);
  await expect(photographs[0]!.read()).rejects.toThrow(/too large/);
});
