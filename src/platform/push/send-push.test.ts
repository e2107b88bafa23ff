import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UnknownHost, UrlRefused } from '#platform/outgoing/public-request.ts';
import { encryptMessage } from './encrypt-message.ts';
import { makePushKeys } from './push-keys.ts';
import { createPushSender, PushFailed, secondsOf } from './send-push.ts';
import { claimsOf, startPushService, type TestPushService } from './test-push-service.ts';

let service: TestPushService;
const keys = makePushKeys();
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.received.length = 0;
  service.answer = (response) => void response.writeHead(201).end();
});

type Settings = Partial<Parameters<typeof createPushSender>[0]>;
const senderWith = (settings: Settings = {}) =>
  createPushSender({ keys, subject: 'mailto:hello@shop.test', allowedHosts: [service.host], ...settings });
const message = { data: { title: 'Your order is ready' }, topic: 'order-1', ttlSeconds: 3600 };

function sendTo(browser = service.browser(), settings: Settings = {}) {
  const { endpoint, keys: own } = browser.subscription;
  return senderWith(settings).send({ endpoint, ...own }, message);
}

test('OFF-07 the example of RFC 8291, appendix A', () => {
  const body = encryptMessage(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
      privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    },
  );
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('OFF-07 a message is read by its browser alone, and is signed for its push service', async () => {
  const browser = service.browser();
  expect(await sendTo(browser)).toBe('sent');
  expect(service.messagesOf(browser)).toEqual([message.data]);
  const { headers, body } = service.received[0]!;
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '3600',
    topic: 'order-1',
    urgency: 'high',
  });
  expect(() => service.browser().decrypt(body)).toThrow();
  const claims = claimsOf(headers.authorization ?? '');
  expect(claims).toMatchObject({ key: keys.publicKey, aud: service.url, sub: 'mailto:hello@shop.test' });
  const hours = (claims.exp - Date.now() / 1000) / 3600;
  expect(hours).toBeGreaterThan(1);
  expect(hours).toBeLessThan(24);
  // The length does not say which message it is.
  await senderWith().send(
    { endpoint: browser.endpoint, ...browser.subscription.keys },
    { ...message, data: { title: 'Your order is being worked on', body: 'Order #1234' } },
  );
  expect(service.received[1]?.body.length).toBe(body.length);
});

test('OFF-07 every pair of keys is another one and signs', async () => {
  for (const made of Array.from({ length: 40 }, makePushKeys)) {
    expect(made.publicKey).toMatch(/^B[\w-]{86}$/);
    expect(made.privateKey).toMatch(/^[\w-]{43}$/);
    await sendTo(service.browser(), { keys: made });
    expect(claimsOf(service.received.at(-1)?.headers.authorization ?? '').key).toBe(made.publicKey);
  }
});

test('OFF-07 404 and 410 end a subscription; every other answer is an error, also a redirect', async () => {
  const answered = (status: number) => {
    service.answer = (response) => void response.writeHead(status, { location: `${service.url}/next` }).end();
    return sendTo().catch((error: unknown) => (error instanceof PushFailed ? error.message : error));
  };
  for (const status of [404, 410]) expect(await answered(status)).toBe('gone');
  for (const status of [301, 307, 400, 403, 413, 429, 500, 503])
    expect(await answered(status)).toBe(`The push service answered ${status}`);
  expect(service.received.map(({ path }) => path)).not.toContain('/next');
});

test('OFF-07 a push service says how long to wait, in seconds or as a date', async () => {
  const now = Date.parse('2026-11-27T09:00:00Z');
  for (const [header, seconds] of [
    ['120', 120],
    ['0', 0],
    ['Fri, 27 Nov 2026 09:00:30 GMT', 30],
    ['Fri, 27 Nov 2026 08:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1e3', null],
    ['', null],
    [undefined, null],
  ] as const)
    expect(secondsOf(header, now), header).toBe(seconds);
  service.answer = (response) => void response.writeHead(429, { 'retry-after': '120' }).end();
  await expect(sendTo()).rejects.toMatchObject({ name: 'PushFailed', retryAfter: 120 });
});

test('OFF-07 a push service that answers too late, or drips, holds nobody up', async () => {
  service.answer = () => undefined;
  await expect(sendTo(undefined, { timeoutMs: 200 })).rejects.toThrow();
  service.answer = (response) => {
    response.writeHead(201);
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  };
  expect(await sendTo()).toBe('sent');
});

const REFUSED = [
  'https://127.0.0.1/push',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/push',
  'https://10.0.0.1/push',
  'https://8.8.8.8:8443/push',
  // Not encrypted on its way.
  'http://8.8.8.8/push',
  'ftp://8.8.8.8/push',
  'nowhere',
];

test('OFF-07 private addresses, other ports and http are refused before any connection', async () => {
  const { keys: own } = service.browser().subscription;
  for (const endpoint of [...REFUSED, `${service.url}/push`]) {
    const closed = senderWith({ allowedHosts: [] });
    expect(await closed.allows(endpoint), endpoint).toBe(false);
    await expect(closed.send({ endpoint, ...own }, message)).rejects.toThrow(UrlRefused);
  }
  expect(service.received).toEqual([]);
  expect(await senderWith().allows(`${service.url}/push`)).toBe(true);
});

test('OFF-07 a host that changes its address to a private one is refused, and one without an address is unknown', async () => {
  const addresses = ['8.8.8.8', '127.0.0.1'];
  const sender = senderWith({ allowedHosts: [], resolve: async () => [addresses.shift()!] });
  const endpoint = 'https://push.test/1';
  expect(await sender.allows(endpoint)).toBe(true);
  const { keys: own } = service.browser().subscription;
  await expect(sender.send({ endpoint, ...own }, message)).rejects.toThrow(UrlRefused);
  await expect(senderWith({ resolve: async () => [] }).allows(endpoint)).rejects.toThrow(UnknownHost);
  // One of several is enough.
  const mixed = senderWith({ resolve: async () => ['8.8.8.8', '169.254.169.254'] });
  expect(await mixed.allows(endpoint)).toBe(false);
});
