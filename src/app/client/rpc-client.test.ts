import { ORPCError, os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeInput } from '#shared/encoded-input.ts';
import { codeOf } from '#shared/messages.ts';
import { createRpcClient } from './rpc-client.ts';

interface Api {
  products: Record<'get' | 'upload' | 'refuse' | 'remove' | 'day', (...call: unknown[]) => Promise<unknown>>;
}

/** The requests that reached the server. */
let requests: Request[] = [];

const handler = new RPCHandler({
  products: {
    get: os.route({ method: 'GET' }).handler(({ input }) => ({ input })),
    upload: os.handler(async ({ input }) => {
      const { id, images } = input as { id: string; images: { file: File }[] };
      return { id, names: images.map(({ file }) => file.name), text: await images[1]!.file.text() };
    }),
    refuse: os.handler(() => {
      throw new ORPCError('STALE', { status: 409, message: 'Changed by Ada.', data: { name: 'Ada' } });
    }),
    remove: os.handler(() => undefined),
    day: os.handler(() => new Date()),
  },
});

const server = async (request: Request) => {
  requests.push(request.clone());
  const { response } = await handler.handle(request, { prefix: '/api/rpc', context: {} });
  return response!;
};
const client = (send = server) =>
  createRpcClient<Api>({ isGet: (operation) => operation === 'products.get', send }).products;

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://shop.example' } }));
afterEach(() => {
  vi.unstubAllGlobals();
  requests = [];
});

test('a public read is sent by GET, and by POST if its input is long for a URL', async () => {
  expect(await client().get({ id: 'ü &', page: undefined })).toEqual({ input: { id: 'ü &' } });
  const search = 'x'.repeat(3000);
  expect(await client().get({ search })).toEqual({ input: { search } });
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('an input that a worker encoded is sent as it is', async () => {
  expect(await client().get(encodeInput({ id: 'ü' }))).toEqual({ input: { id: 'ü' } });
  expect(requests.map(({ method }) => method)).toEqual(['POST']);
});

test('input and output may be absent', async () => {
  expect(await client().remove()).toBeUndefined();
});

test('files are sent where they are in the input', async () => {
  const file = (name: string) => new File([name], name);
  const input = { id: '7', images: [{ file: file('front.jpg') }, { file: file('back.jpg') }] };
  expect(await client().upload(input)).toEqual({
    id: '7',
    names: ['front.jpg', 'back.jpg'],
    text: 'back.jpg',
  });
});

test('a declared error arrives with its code, status, message and data', async () => {
  await expect(client().refuse()).rejects.toMatchObject({
    code: 'STALE',
    status: 409,
    message: 'Changed by Ada.',
    data: { name: 'Ada' },
  });
});

test('an error before the API arrives with its code, and one without a code with its status', async () => {
  const busy = () => Promise.resolve(Response.json({ code: 'BUSY', message: 'Busy.' }, { status: 503 }));
  await expect(client(busy).get()).rejects.toMatchObject({ code: 'BUSY', status: 503, message: 'Busy.' });
  const error: unknown = await client(async () => Response.json({}, { status: 502 }))
    .get()
    .catch((thrown: unknown) => thrown);
  expect([codeOf(error), (error as { status: number }).status]).toEqual(['NO_CODE', 502]);
});

test('an answer that is not JSON is an error, also with types of the protocol that contracts do not use', async () => {
  await expect(client(async () => new Response('OK')).get()).rejects.toThrow('JSON');
  await expect(client().day()).rejects.toThrow('products.day answered with a type that JSON does not have');
});

test('the signal of a call aborts its request', async () => {
  const call = new AbortController();
  const sent = client(async ({ signal }) => {
    call.abort();
    signal.throwIfAborted();
    return new Response();
  });
  await expect(sent.get({}, { signal: call.signal })).rejects.toThrow('abort');
});

test('a refusal without a code of the shop is one for lack of permission', async () => {
  const forbidding = client(async () => new Response('Forbidden', { status: 403 }));
  const error = await forbidding.get({}).catch((reason: unknown) => reason);
  expect(codeOf(error)).toBe('NO_PERMISSION');
  const failing = client(async () => new Response('Bad gateway', { status: 502 }));
  expect(codeOf(await failing.get({}).catch((reason: unknown) => reason))).toBe('NO_CODE');
  const broken = client(async () => new Response('<h1>Welcome</h1>'));
  await expect(broken.get({})).rejects.toThrow(SyntaxError);
});
