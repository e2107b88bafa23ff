import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTimeout } from '../with-timeout.ts';
import { downloadFile } from './download-file.ts';
import { postEvent } from './post-event.ts';

const SWITCH =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: x\r\n\r\n';

let answer: string | null;
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.on('error', () => {});
  socket.on('close', () => {
    connections -= 1;
  });
  socket.once('data', () => (answer === null ? socket.end() : socket.write(answer)));
});
let host: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test.each([
  ['switches protocols', SWITCH],
  ['switches protocols and sends more', `${SWITCH}frames`],
  ['closes without an answer', null],
])('a request to a server that %s fails at once and leaves no connection', async (_, sent) => {
  answer = sent;
  const allowedHosts = [host];
  const post = postEvent(`http://${host}/`, { headers: {}, body: '{}' }, { allowedHosts });
  expect(await withTimeout(5_000, post)).toMatchObject({
    status: null,
    reason: 'The server could not be reached (ECONNRESET)',
  });
  const download = downloadFile(`http://${host}/`, { maxBytes: 100, allowedHosts });
  expect(
    await withTimeout(
      5_000,
      download.catch(({ reason }) => reason),
    ),
  ).toBe('failed');
  await expect.poll(() => connections).toBe(0);
});

test('a request to a server that never ends its interim answers ends with its time', async () => {
  answer = 'HTTP/1.1 103 Early Hints\r\n\r\n';
  const post = postEvent(
    `http://${host}/`,
    { headers: {}, body: '{}' },
    { allowedHosts: [host], timeoutMs: 200 },
  );
  expect(await withTimeout(5_000, post)).toMatchObject({ reason: 'No answer within 0.2 seconds' });
});
