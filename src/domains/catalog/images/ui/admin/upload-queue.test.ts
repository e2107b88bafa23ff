import { expect, test } from 'vitest';
import type { SendOptions } from './transfer-queue.ts';
import { createUploadQueue, type Upload } from './upload-queue.ts';

const file = (name: string, size = 10, type = 'image/jpeg') =>
  new File([new Uint8Array(size)], name, { type });
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A queue whose uploads the test completes. */
function openQueue() {
  const sent: (SendOptions & { upload: Upload; end: () => void; fail: (error: unknown) => void })[] = [];
  const busy: boolean[] = [];
  const previews = new Set<string>();
  const connection = { isOnline: true, tell: () => {} };
  const queue = createUploadQueue({
    connection: {
      isOnline: () => connection.isOnline,
      onChange: (listener) => {
        connection.tell = listener;
        return () => {
          connection.tell = () => {};
        };
      },
    },
    send: (upload, options) =>
      new Promise<void>((end, fail) => {
        sent.push({ upload, ...options, end, fail });
        options.signal.addEventListener('abort', () => fail(options.signal.reason));
      }),
    onBusy: (isBusy) => busy.push(isBusy),
    previewOf: ({ name }) => {
      previews.add(name);
      return name;
    },
    forgetPreview: (name) => previews.delete(name),
  });
  const states = () => queue.list().map(({ file, state }) => `${file.name} ${state}`);
  const setOnline = (isOnline: boolean) => {
    connection.isOnline = isOnline;
    connection.tell();
  };
  return { queue, sent, busy, previews, states, setOnline };
}

test('two uploads run at a time, in order; completed ones leave the list', async () => {
  const { queue, sent, busy, previews, states } = openQueue();
  queue.add([file('a'), file('b'), file('c')], false);
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting']);
  sent[1]!.end();
  await settled();
  expect(states()).toEqual(['a sending', 'c sending']);
  sent[0]!.end();
  sent[2]!.end();
  await settled();
  expect([states(), busy, [...previews]]).toEqual([[], [true, false], []]);
});

test('each upload knows those that were chosen after it', () => {
  const { queue } = openQueue();
  queue.add([file('a'), file('b'), file('c')], false);
  const [a, b, c] = queue.list();
  expect([a!.before, b!.before, c!.before]).toEqual([[b!.id, c!.id], [c!.id], []]);
});

test('only the first valid file becomes primary', () => {
  const { queue, sent } = openQueue();
  queue.add([file('notes', 10, 'text/plain'), file('a'), file('b')], true);
  expect(sent.map(({ upload }) => [upload.file.name, upload.primary])).toEqual([
    ['a', true],
    ['b', false],
  ]);
});

test('ADM-IMG-03 ADM-IMG-04 a file that is no image or too large is refused without an upload', () => {
  const { queue, sent, busy } = openQueue();
  const limit = 5 * 1024 * 1024;
  queue.add([file('page', 10, 'text/html'), file('drawing', 10, 'image/svg+xml'), file('big', limit)], true);
  expect(queue.list().map(({ reason }) => reason)).toEqual([
    'Please select an image file',
    'Please select an image file',
    'Image size should be less than 5MB',
  ]);
  expect([sent, busy]).toEqual([[], []]);
  queue.add([file('large', limit - 1)], false);
  expect(sent).toHaveLength(1);
});

test('a failed upload is retried with the same id, without choosing the file again', async () => {
  const { queue, sent, states } = openQueue();
  queue.add([file('a')], true);
  sent[0]!.onProgress(0.5);
  expect(queue.list()[0]!.progress).toBe(0.5);
  sent[0]!.fail(new TypeError('Failed to fetch'));
  await settled();
  expect(queue.list()[0]).toMatchObject({ state: 'failed', reason: 'The connection was lost.' });
  queue.retry(sent[0]!.upload.id);
  expect(states()).toEqual(['a sending']);
  expect(sent[1]!.upload).toMatchObject({
    id: sent[0]!.upload.id,
    file: sent[0]!.upload.file,
    primary: true,
  });
  sent[1]!.end();
  await settled();
  expect(states()).toEqual([]);
});

test('a final refusal shows its reason and offers no retry', async () => {
  const { queue, sent } = openQueue();
  queue.add([file('a'), file('b')], false);
  const refusal = (code: string, message: string) => Object.assign(new Error(message), { code, status: 422 });
  sent[0]!.fail(refusal('IMAGE_UNREADABLE', 'This image cannot be opened.'));
  sent[1]!.fail(refusal('BUSY', 'The shop is busy.'));
  await settled();
  expect(queue.list()).toMatchObject([
    { state: 'refused', reason: 'This image cannot be opened.' },
    { state: 'failed', reason: 'The shop is busy.' },
  ]);
});

test('uploads wait while offline and continue automatically', async () => {
  const { queue, sent, busy, states, setOnline } = openQueue();
  const lost = new TypeError('Failed to fetch');
  queue.add([file('a'), file('b'), file('c')], false);
  // The request can fail before the browser reports that it is offline.
  sent[0]!.fail(lost);
  await settled();
  expect(states()).toEqual(['a failed', 'b sending', 'c sending']);
  setOnline(false);
  sent[1]!.fail(lost);
  sent[2]!.fail(lost);
  await settled();
  queue.add([file('d')], false);
  expect(states()).toEqual(['a failed', 'b offline', 'c offline', 'd offline']);
  expect([sent.length, busy]).toEqual([3, [true]]);
  setOnline(true);
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting', 'd waiting']);
  expect(sent[3]!.upload.id).toBe(sent[0]!.upload.id);
});

test('all failed uploads are retried together; refused ones are not', async () => {
  const { queue, sent, states } = openQueue();
  queue.add([file('a'), file('b'), file('c'), file('notes', 10, 'text/plain')], false);
  const busy = Object.assign(new Error('The shop is busy.'), { code: 'BUSY', status: 503 });
  for (const index of [0, 1, 2]) {
    sent[index]!.fail(busy);
    await settled();
  }
  expect(states()).toEqual(['a failed', 'b failed', 'c failed', 'notes refused']);
  queue.retryAll();
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting', 'notes refused']);
});

test('HEIC is accepted by its file name if the browser does not know its type', () => {
  const { queue, sent } = openQueue();
  queue.add([file('IMG_1.HEIC', 10, ''), file('b.heif', 10, 'image/heif'), file('notes', 10, '')], false);
  expect(queue.list().map(({ state, reason }) => [state, reason])).toEqual([
    ['sending', undefined],
    ['sending', undefined],
    ['refused', 'Please select an image file'],
  ]);
  expect(sent).toHaveLength(2);
});

test('cancelling aborts the upload and starts the next one', async () => {
  const { queue, sent, previews, states } = openQueue();
  queue.add([file('a'), file('b'), file('c')], false);
  queue.remove(sent[0]!.upload.id);
  expect(sent[0]!.signal.aborted).toBe(true);
  await settled();
  expect(states()).toEqual(['b sending', 'c sending']);
  expect([...previews]).toEqual(['b', 'c']);
  queue.remove(queue.list()[1]!.id);
  sent[1]!.end();
  await settled();
  expect(states()).toEqual([]);
});
