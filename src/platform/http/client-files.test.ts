import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClientFiles } from './client-files.ts';

/** A script whose functions differ, so that it compresses as code does. */
const script = (change: string) =>
  Array.from({ length: 400 }, (_, at) => `function f${at}(){return ${(at * 7919) % 10007}}`).join('\n') +
  change;
const OLD = script('');
const NEW = script('\nconsole.log("new")');
const OLDER = script('\nconsole.log("older")');
const CARD = script('\nconsole.log("card")');
const sha256 = (text: string) => `:${createHash('sha256').update(text).digest('base64')}:`;

let dir: string;
let answer: Awaited<ReturnType<typeof openClientFiles>>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'client-'));
  for (const [path, text] of Object.entries({
    'old/assets/index-AAAAAAAA.js': OLD,
    'old/assets/index-AAAAAAAA.js.br': brotliCompressSync(OLD),
    'old/assets/index-CCCCCCCC.js': OLDER,
    'old/old.svg': '<svg/>',
    'old/assets/card-AAAAAAAA.js': CARD,
    'new/assets/index-BBBBBBBB.js': NEW,
    'new/assets/index-BBBBBBBB.js.br': brotliCompressSync(NEW),
    'new/assets/index-BBBBBBBB.js.gz': gzipSync(NEW),
    'new/favicon.svg': '<svg/>',
  })) {
    await mkdir(join(dir, path, '..'), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  answer = await openClientFiles(join(dir, 'new'), [join(dir, 'old'), join(dir, 'gone')]);
});
afterAll(() => rm(dir, { recursive: true }));

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  answer(new Request(`http://shop.test${path}`, { method, headers }));
const PATH = '/assets/index-BBBBBBBB.js';
const ALL = 'gzip, deflate, br, zstd, dcb, dcz';

test('OFF-06 a browser with the file of the build before loads only what differs', async () => {
  const headers = { 'accept-encoding': ALL, 'available-dictionary': sha256(OLD) };
  for (let time = 0; time < 2; time++) {
    const response = (await ask(PATH, headers))!;
    expect(response.headers.get('content-encoding')).toBe('dcz');
    expect(response.headers.get('vary')).toBe('Accept-Encoding, Available-Dictionary');
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(body.length));
    expect(body.length).toBeLessThan(150);
    expect(brotliCompressSync(NEW).length).toBeGreaterThan(1_000);
    expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(`:${body.subarray(8, 40).toString('base64')}:`).toBe(sha256(OLD));
    expect(zstdDecompressSync(body.subarray(40), { dictionary: Buffer.from(OLD) }).toString()).toBe(NEW);
  }
  expect((await ask(PATH, headers, 'HEAD'))!.headers.get('content-encoding')).toBe('dcz');
});

test('OFF-06 scripts and styles of the build are offered as dictionaries for their later selves', async () => {
  const header = async (path: string) => (await ask(path))!.headers.get('use-as-dictionary');
  expect(await header(PATH)).toBe('match="/assets/index-*.js"');
  expect(await header('/favicon.svg')).toBe(null);
});

test('OFF-06 any other dictionary, and a browser without the encoding, get the file as before', async () => {
  for (const [why, headers] of Object.entries<Record<string, string>>({
    'of no build': { 'accept-encoding': ALL, 'available-dictionary': sha256('other') },
    'of another file': { 'accept-encoding': ALL, 'available-dictionary': sha256(CARD) },
    'no encoding': { 'accept-encoding': 'gzip, br', 'available-dictionary': sha256(OLD) },
    malformed: { 'accept-encoding': ALL, 'available-dictionary': sha256(OLD).slice(1) },
    long: { 'accept-encoding': ALL, 'available-dictionary': `:${'A'.repeat(100_000)}=:` },
    none: { 'accept-encoding': ALL },
  })) {
    const response = (await ask(PATH, headers))!;
    expect(response.headers.get('content-encoding'), why).toBe('br');
    expect(Buffer.from(await response.arrayBuffer()), why).toEqual(brotliCompressSync(NEW));
  }
});

test.each([
  ['gzip, br;q=0, dcz;q=0', 'gzip'],
  ['gzip;q=0, br; q=0.5, dcz;q=0.0', 'br'],
  ['br;q=0, gzip;q=0', null],
  ['*;q=0', null],
  ['gzip;q=0, *', 'dcz'],
])('a file for %j is sent as %j', async (accepted, encoding) => {
  const headers = { 'accept-encoding': accepted, 'available-dictionary': sha256(OLD) };
  expect((await ask(PATH, headers))!.headers.get('content-encoding')).toBe(encoding);
});

test('OFF-06 an answer is revalidated only for a client that can decode it', async () => {
  const clients = {
    dcz: { 'accept-encoding': ALL, 'available-dictionary': sha256(OLD) },
    older: { 'accept-encoding': ALL, 'available-dictionary': sha256(OLDER) },
    br: { 'accept-encoding': ALL },
    gzip: { 'accept-encoding': 'gzip' },
    plain: {},
  };
  const tags: Record<string, string> = {};
  for (const [name, headers] of Object.entries(clients)) {
    const response = (await ask(PATH, headers))!;
    expect(response.headers.get('content-encoding') ?? 'plain').toBe(name === 'older' ? 'dcz' : name);
    tags[name] = response.headers.get('etag')!;
    expect((await ask(PATH, headers, 'HEAD'))!.headers.get('etag'), name).toBe(tags[name]);
  }
  expect(new Set(Object.values(tags)).size).toBe(5);
  const usable: Record<string, string[]> = {
    dcz: ['dcz', 'br', 'gzip', 'plain'],
    older: ['older', 'br', 'gzip', 'plain'],
    br: ['br', 'gzip', 'plain'],
    gzip: ['gzip', 'plain'],
    plain: ['plain'],
  };
  for (const [name, headers] of Object.entries(clients)) {
    for (const [of, tag] of Object.entries(tags)) {
      const response = (await ask(PATH, { ...headers, 'if-none-match': `"x", W/${tag}` }))!;
      expect(response.status, `${of} for ${name}`).toBe(usable[name]!.includes(of) ? 304 : 200);
      expect(response.headers.get('etag')).toBe(response.status === 304 ? tag : tags[name]);
    }
  }
});

test('a page of the build before finds its scripts, with the same headers', async () => {
  const headers = { 'accept-encoding': 'gzip, br' };
  const [earlier, present] = [
    (await ask('/assets/index-AAAAAAAA.js', headers))!,
    (await ask(PATH, headers))!,
  ];
  expect(Buffer.from(await earlier.arrayBuffer())).toEqual(brotliCompressSync(OLD));
  const withoutOwn = ({ headers: all }: Response) =>
    [...all].filter(([name]) => !['etag', 'content-length'].includes(name));
  expect(withoutOwn(earlier)).toEqual(withoutOwn(present));
  // Other names stand for the present content alone.
  expect(ask('/old.svg')).toBeUndefined();
});

test('other paths and methods are not files', () => {
  expect(ask('/products')).toBeUndefined();
  expect(ask(PATH, {}, 'POST')).toBeUndefined();
});
