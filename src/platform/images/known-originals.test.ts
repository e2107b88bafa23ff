import { expect, test } from 'vitest';
import type { StoredFile } from '#platform/storage/storage.ts';
import { knownOriginals } from './known-originals.ts';

const path = 'product-images/p/1.jpg';
const file: StoredFile = { path, size: 1, contentType: 'image/jpeg', modified: new Date(0) };

function originalsWith(
  answer: (path: string) => Promise<StoredFile | null> = async () => file,
  metadataMs = 60_000,
) {
  const questions: string[] = [];
  let passed = 0;
  const stat = (one: string) => {
    questions.push(one);
    return answer(one);
  };
  const known = knownOriginals({ stat }, metadataMs, () => passed);
  return { ...known, questions, pass: (ms: number) => (passed += ms) };
}

test('metadata is read once a minute, and at once after forget', async () => {
  const known = originalsWith();
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

test('metadata forgotten during its read is read again', async () => {
  const answers = [Promise.withResolvers<StoredFile>(), Promise.withResolvers<StoredFile>()];
  const known = originalsWith((_path) => answers[known.questions.length - 1]!.promise);
  const before = known.stat(path);
  known.forget();
  const after = known.stat(path);
  answers[1]!.resolve({ ...file, size: 2 });
  answers[0]!.resolve(file);
  expect([(await before)?.size, (await after)?.size, (await known.stat(path))?.size]).toEqual([1, 2, 2]);
});

test.each([
  ['nothing is there', async () => null],
  ['the storage is unavailable', () => Promise.reject(new Error('unavailable'))],
])('metadata is not cached when %s', async (_, answer) => {
  const known = originalsWith(answer);
  await known.stat(path).catch(() => {});
  await known.stat(path).catch(() => {});
  expect(known.questions).toHaveLength(2);
});

test('images outside the buckets are never cached, and nothing is with a lifetime of 0', async () => {
  const known = originalsWith();
  const never = originalsWith(undefined, 0);
  for (let n = 0; n < 2; n++) {
    await known.stat('placeholder.jpg');
    await never.stat(path);
  }
  expect([known.questions.length, never.questions.length]).toEqual([2, 2]);
});
