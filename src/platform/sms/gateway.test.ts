import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { MailMessage } from '#platform/mail/message.ts';
import { createTexter } from './gateway.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A test gateway; returns its port and the requests it received. */
async function gateway(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: { headers: IncomingMessage['headers']; path: string; body: unknown }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      requests.push({ headers: request.headers, path: request.url ?? '', body: text && JSON.parse(text) });
      answer(request, response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, port: (server.address() as AddressInfo).port };
}
const ok = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(202).end('taken');
const soon = () => new Date(Date.now() + 60_000).toISOString();
const message = () => ({ to: '+2348012345678', text: '123456 is your Aso House code.', until: soon() });

test('OPEN-37 a text message is sent to the gateway as a POST of JSON, with the credentials of its URL', async () => {
  const { requests, port } = await gateway(ok);
  const send = createTexter({ smsUrl: `http://shop:p%40ss@127.0.0.1:${port}/send?from=Aso` })!;
  await send(message());
  expect(requests).toMatchObject([
    {
      path: '/send?from=Aso',
      body: { to: '+2348012345678', text: '123456 is your Aso House code.' },
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from('shop:p@ss').toString('base64')}`,
      },
    },
  ]);
  expect(Object.keys(requests[0]!.body as object)).toEqual(['to', 'text']);
});

test('OPEN-37 any response but 2xx fails without quoting the message, so that it is retried', async () => {
  const { port } = await gateway((_, response) => void response.writeHead(500).end('123456'));
  const send = createTexter({ smsUrl: `http://127.0.0.1:${port}` })!;
  const error = await send(message()).catch((caught: Error) => caught);
  expect(String(error)).toContain('answered 500');
  expect(String(error)).not.toContain('123456');
  const gone = createTexter({ smsUrl: 'http://127.0.0.1:9' })!;
  await expect(gone(message())).rejects.toThrow();
});

test('OPEN-37 redirects of a gateway are not followed', async () => {
  const elsewhere = await gateway(ok);
  const { port } = await gateway(
    (_, response) => void response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
  );
  await expect(createTexter({ smsUrl: `http://127.0.0.1:${port}` })!(message())).rejects.toThrow(/answered/);
  expect(elsewhere.requests).toEqual([]);
});

test('OPEN-37 a text message whose code has expired is not sent', async () => {
  const { requests, port } = await gateway(ok);
  const send = createTexter({ smsUrl: `http://127.0.0.1:${port}` })!;
  await send({ ...message(), until: new Date(Date.now() - 1).toISOString() });
  expect(requests).toEqual([]);
});

test('OPEN-37 without a gateway the demo store keeps text messages, and a live shop has none', async () => {
  const stored: MailMessage[] = [];
  const send = createTexter({ keep: async (mail) => void stored.push(mail) })!;
  await send(message());
  expect(stored).toEqual([
    { to: '+2348012345678', subject: 'Text message', text: '123456 is your Aso House code.' },
  ]);
  expect(createTexter({})).toBeNull();
});
