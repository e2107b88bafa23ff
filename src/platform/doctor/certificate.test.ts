import { createServer } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificateCheck, certificateFinding } from './certificate.ts';
import { TEST_CERTIFICATE } from './test-certificate.ts';

const server = createServer(TEST_CERTIFICATE, (socket) => void socket.on('error', () => {}));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const DAY = 24 * 60 * 60_000;
const now = new Date('2026-11-23T12:00:00Z');
const finding = (days: number, lifetimeDays = 90, refusal?: string) =>
  certificateFinding({ validTo: new Date(now.getTime() + days * DAY), lifetimeDays, refusal }, now);

test.each([
  [60, 90, 'ok', 'valid for 60 days, until 2027-01-22'],
  [13, 90, 'warning', 'valid for 13 days, until 2026-12-06'],
  [3, 90, 'problem', 'valid for 3 days, until 2026-11-26'],
  [-2, 90, 'problem', 'expired on 2026-11-21'],
  // One of six days, which is renewed every four.
  [3, 6, 'ok', 'valid for 3 days, until 2026-11-26'],
  [0.5, 6, 'problem', 'valid for 0 days, until 2026-11-24'],
])('DOCTOR-01 a certificate with %d of %d days left is %s', (days, lifetime, state, found) => {
  expect(finding(days, lifetime)).toMatchObject({ state, found });
});

test('DOCTOR-01 the certificate is read from the URL of the shop, also one that browsers refuse', async () => {
  const { port } = server.address() as { port: number };
  expect(await certificateCheck(`https://127.0.0.1:${port}`)).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/^(browsers refuse it: DEPTH_ZERO_SELF_SIGNED_CERT|expired on 2027-02-21)$/),
  });
  expect(await certificateCheck('http://localhost:3000')).toMatchObject({ state: 'ok' });
  expect(await certificateCheck('https://127.0.0.1:9')).toMatchObject({ state: 'warning' });
});
