import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

// A push service on this machine, and a browser that subscribes to it. It decrypts by the steps of RFC 8291 and 8188 as
// the standards write them, with HMAC alone, independently of encrypt-message.ts.

const hmac = (key: Uint8Array, ...data: Uint8Array[]) =>
  createHmac('sha256', key).update(Buffer.concat(data)).digest();
const one = Buffer.from([1]);

/** A browser with its keys. */
export class TestBrowser {
  readonly #pair = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly endpoint: string;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.#pair.generateKeys();
  }

  /** As `PushSubscription.toJSON()`. */
  get subscription() {
    return {
      endpoint: this.endpoint,
      keys: { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth.toString('base64url') },
    };
  }

  /** The text of a body; throws if it was not encrypted for this browser. */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const recordSize = body.readUInt32BE(16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const record = body.subarray(21 + sender.length);
    if (record.length > recordSize) throw new Error('more than one record');
    const shared = this.#pair.computeSecret(sender);
    const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const secret = hmac(hmac(this.#auth, shared), keyInfo, one);
    const extracted = hmac(salt, secret);
    const key = hmac(extracted, Buffer.from('Content-Encoding: aes128gcm\0'), one).subarray(0, 16);
    const nonce = hmac(extracted, Buffer.from('Content-Encoding: nonce\0'), one).subarray(0, 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = plain.findLastIndex((byte) => byte !== 0);
    if (plain[end] !== 2) throw new Error('no delimiter of the last record');
    return plain.subarray(0, end).toString();
  }
}

/** The claims of a VAPID header (RFC 8292) that is signed by the key it names. */
export function claimsOf(authorization: string): { key: string; aud: string; exp: number; sub: string } {
  const [, header, claims, signature, key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (!header || !claims || !signature || !key) throw new Error(`no VAPID header: ${authorization}`);
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: string };
  // A SubjectPublicKeyInfo of P-256 is this prefix and the point.
  const prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
  const publicKey = createPublicKey({
    key: Buffer.concat([prefix, Buffer.from(key, 'base64url')]),
    format: 'der',
    type: 'spki',
  });
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (alg !== 'ES256' || !isValid) throw new Error('the token is not signed by its key');
  return { key, ...JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  at: number;
}

/** Answers each message with `answer`, 201 by default. */
export async function startPushService(port = 0) {
  const received: Received[] = [];
  const service = {
    received,
    answer: (response: ServerResponse, _: Received): void => void response.writeHead(201).end(),
    /** As the setting PRIVATE_HOSTS names it. */
    host: '',
    url: '',
    browser: (name: string = randomBytes(6).toString('hex')) => new TestBrowser(`${service.url}/${name}`),
    /** The decrypted messages that a browser received, oldest first. */
    messagesOf: (browser: TestBrowser): Record<string, unknown>[] =>
      received
        .filter(({ path }) => browser.endpoint.endsWith(path))
        .map(({ body }) => JSON.parse(browser.decrypt(body))),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { url: path = '', headers } = request;
    const message = { path, headers, body: await buffer(request), at: Date.now() };
    received.push(message);
    service.answer(response, message);
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  service.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  service.url = `http://${service.host}`;
  return service;
}

export type TestPushService = Awaited<ReturnType<typeof startPushService>>;
