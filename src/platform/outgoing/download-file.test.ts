import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DownloadRules, downloadFile } from './download-file.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answer: Answer;
let requests: IncomingMessage[];
let host: string;
let port: number;
const server = createServer((request, response) => {
  requests.push(request);
  answer(request, response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  host = `127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  answer = (_, response) => response.end('content');
});

/** By default this server may be reached, as a host of the shop's own network. */
const download = (url = `http://${host}/a.jpg`, rules: Partial<DownloadRules> = {}) =>
  downloadFile(url, { maxBytes: 1_000, allowedHosts: [host, `shop.test:${port}`], ...rules });
const textOf = async (...args: Parameters<typeof download>) =>
  Buffer.from(await download(...args)).toString();
const reasonOf = (...args: Parameters<typeof download>) =>
  download(...args).then(
    () => 'downloaded',
    (error: { reason?: string; status?: number }) => [error.reason, error.status].filter(Boolean).join(' '),
  );
const redirectTo =
  (...locations: string[]): Answer =>
  (_, response) => {
    const location = locations[requests.length - 1];
    if (location === undefined) response.end('content');
    else response.writeHead(302, { location }).end('elsewhere');
  };

test('IMP-06 a file is downloaded without cookies or credentials', async () => {
  expect(await textOf(`http://user:secret@${host}/My photo.jpg?v=1#part`)).toBe('content');
  const [{ url, headers } = {} as IncomingMessage] = requests;
  expect(url).toBe('/My%20photo.jpg?v=1');
  expect(Object.keys(headers).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
  expect(headers.host).toBe(host);
});

test('IMP-06 private addresses, other ports and other protocols are refused before any connection', async () => {
  const closed = { allowedHosts: [] };
  const addresses = [
    `http://${host}/`,
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'http://8.8.8.8:5432/',
    'file:///etc/passwd',
    'ftp://8.8.8.8/',
    'data:image/png;base64,AAAA',
    'nowhere',
    '',
  ];
  for (const url of addresses) expect([url, await reasonOf(url, closed)]).toEqual([url, 'refused']);
  expect(requests).toEqual([]);
});

test('IMP-06 a name with one private address among public ones is refused', async () => {
  const resolve = async () => ['93.184.215.14', '127.0.0.1'];
  expect(await reasonOf('http://mixed.test/', { allowedHosts: [], resolve })).toBe('refused');
  expect(await reasonOf('http://unknown.test/', { resolve: async () => [] })).toBe('failed');
});

test('IMP-06 the connection goes to the address that was checked, even if the name has another by then', async () => {
  const lookups: string[] = [];
  // The second answer would be another server's; nothing listens on 127.0.0.2 at this port.
  const resolve = async (name: string) => [lookups.push(name) === 1 ? '127.0.0.1' : '127.0.0.2'];
  expect(await textOf(`http://shop.test:${port}/`, { resolve })).toBe('content');
  expect(lookups).toEqual(['shop.test']);
  expect(requests[0]!.headers.host).toBe(`shop.test:${port}`);
  // Each redirect is resolved and checked again.
  answer = redirectTo(`http://private.test/`);
  const changing = async (name: string) => [name === 'shop.test' ? '127.0.0.1' : '10.1.2.3'];
  requests = [];
  expect(await reasonOf(`http://shop.test:${port}/`, { resolve: changing })).toBe('refused');
});

test('IMP-06 redirects are followed three times, never to a private address', async () => {
  answer = redirectTo('/b.jpg', `http://${host}/c.jpg`, '?d');
  expect(await textOf()).toBe('content');
  expect(requests.map(({ url }) => url)).toEqual(['/a.jpg', '/b.jpg', '/c.jpg', '/c.jpg?d']);
  for (const target of [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    `http://localhost:${port}/`,
    'file:///etc/passwd',
  ]) {
    requests = [];
    answer = redirectTo(target);
    expect([target, await reasonOf(undefined, { resolve: async () => ['127.0.0.1'] })]).toEqual([
      target,
      'refused',
    ]);
    expect(requests).toHaveLength(1);
  }
  requests = [];
  answer = redirectTo('/1', '/2', '/3', '/4');
  expect(await reasonOf()).toBe('failed');
  expect(requests).toHaveLength(4);
});

test('IMP-06 a body is read up to the limit, whether or not it states its length', async () => {
  answer = (_, response) => response.end(Buffer.alloc(999));
  expect((await download()).length).toBe(999);
  answer = (_, response) => response.writeHead(200, { 'content-length': 50_000_000_000 }).flushHeaders();
  expect(await reasonOf()).toBe('too large');
  let written = 0;
  answer = (_, response) => {
    const timer = setInterval(() => {
      written += 100;
      response.write(Buffer.alloc(100));
    }, 1);
    response.on('close', () => clearInterval(timer));
  };
  expect(await reasonOf()).toBe('too large');
  // The connection is closed, so the server stops.
  expect(written).toBeLessThan(100_000);
});

test('IMP-06 servers that are silent, drip, break off or answer nothing else end with a reason', async () => {
  const timeoutMs = 300;
  answer = () => {};
  expect(await reasonOf(undefined, { timeoutMs })).toBe('timeout');
  answer = (_, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  };
  expect(await reasonOf(undefined, { timeoutMs })).toBe('timeout');
  expect(
    await reasonOf(`http://shop.test:${port}/`, { timeoutMs, resolve: () => new Promise(() => {}) }),
  ).toBe('timeout');
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': 500 });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  };
  expect(await reasonOf()).toBe('failed');
  answer = (_, response) => response.writeHead(404).end();
  expect(await reasonOf()).toBe('failed 404');
  answer = (_, response) => response.writeHead(304).end();
  expect(await reasonOf()).toBe('failed 304');
  const stop = new AbortController();
  answer = () => stop.abort();
  expect(await reasonOf(undefined, { signal: stop.signal })).toBe('failed');
});
