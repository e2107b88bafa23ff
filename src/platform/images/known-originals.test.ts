import { expect, test } from 'vitest';
import type { StoredFile } from '#platform/storage/storage.ts';
import { knownOriginals } from './known-originals.ts';

const path = 'product-images/p/1.jpg';
const file: StoredFile = { path, size: 1, contentType: 'image/jpeg', modified: new Date(0) };

function asked(answer: (path: string) => Promise<StoredFile | null> = async () => file, metadataMs = 60_000) {
  const questions: string[] = [];
  let passed = 0;
  const stat = (one: string) => {
    questions.push(one);
    return answer(one);
  };
  const known = knownOriginals({ stat }, metadataMs, () => passed);
  return { ...known, questions, pass: (ms: number) => (passed += ms) };
}

test('is asked for once a minute, and at once when it was forgotten', async () => {
  const known = asked();
  await Promise.all([known.stat(path), known.stat(path)]);
  known.pass(59_999);
  expect(await known.stat(path)).toEqual(file);
  expect(known.questions).toHaveLength(1);
  known.pass(1);
  await known.stat(path);
  expect(known.questions).toHaveLength(2);
  known.forget();
  await known.stat(path);
  known.forget(path);
  await known.stat(path);
  expect(known.questions).toHaveLength(4);
});

test('what was forgotten while it was being asked is asked anew', async () => {
  const answers = [Promise.withResolvers<StoredFile>(), Promise.withResolvers<StoredFile>()];
  const known = asked((_path) => answers[known.questions.length - 1]!.promise);
  const before = known.stat(path);
  known.forget();
  const after = known.stat(path);
  answers[1]!.resolve({ ...file, size: 2 });
  answers[0]!.resolve(file);
  expect([(await before)?.size, (await after)?.size, (await known.stat(path))?.size]).toEqual([1, 2, 2]);
});

test.each([
  ['nothing is there', async () => null],
  ['the storage is away', () => Promise.reject(new Error('away'))],
])('that %s is asked again', async (_, answer) => {
  const known = asked(answer);
  await known.stat(path).catch(() => {});
  await known.stat(path).catch(() => {});
  expect(known.questions).toHaveLength(2);
});

test('the image outside the buckets is always asked for, and so is everything where nothing is trusted', async () => {
  const known = asked();
  const never = asked(undefined, 0);
  for (let n = 0; n < 2; n++) {
    await known.stat('placeholder.jpg');
    await never.stat(path);
  }
  expect([known.questions.length, never.questions.length]).toEqual([2, 2]);
});
