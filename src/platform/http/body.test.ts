import { expect, test } from 'vitest';
import { BodyCutOff, bodyOf } from './body.ts';

const sent = (body: BodyInit | null) =>
  new Request('http://shop.example', { method: 'POST', body, duplex: 'half' } as RequestInit);

test('a body up to the limit is returned byte for byte', async () => {
  expect(await bodyOf(sent('Ẹwà'), 6)).toEqual(new Uint8Array(Buffer.from('Ẹwà')));
  expect(await bodyOf(sent(null), 6)).toEqual(new Uint8Array());
});

test('one byte more is too large, also in chunks', async () => {
  expect(await bodyOf(sent('1234567'), 6)).toBe('too large');
  const parts = new ReadableStream({
    start(controller) {
      for (const part of ['1234', '567']) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  expect(await bodyOf(sent(parts), 6)).toBe('too large');
});

test('a client that sends somewhat more than a large limit is read to its end, and sees the refusal', async () => {
  let left = 10;
  const parts = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(1_000_000));
      else controller.close();
    },
  });
  expect(await bodyOf(sent(parts), 8_500_000)).toBe('too large');
  expect(left).toBe(-1);
});

test('an endless body is not read forever', async () => {
  let read = 0;
  const endless = new ReadableStream({
    pull(controller) {
      read += 1_000_000;
      controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  expect(await bodyOf(sent(endless), 6)).toBe('too large');
  expect(read).toBeLessThan(12_000_000);
});

test('an interrupted body is distinguished from a server error', async () => {
  const half = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(3));
      controller.error(new Error('aborted'));
    },
  });
  await expect(bodyOf(sent(half), 6)).rejects.toBeInstanceOf(BodyCutOff);
});
