import { expect, test } from 'vitest';
import { createLog } from '#platform/log.ts';
import { ORIGIN, testAuth } from './test-auth.ts';

// What a stranger can write into the log.

const lines: { level: number; msg: string }[] = [];
const shop = testAuth(() => ({
  log: createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) }),
}));

const LONG = 'x'.repeat(900);
const requests: [string, string, RequestInit][] = [
  [
    'another site to come back to',
    '/sign-in/email',
    {
      body: JSON.stringify({
        email: 'a@b.example',
        password: 'secret1',
        callbackURL: `https://${LONG}.example`,
      }),
    },
  ],
  [
    'another site as origin',
    '/sign-in/email',
    { headers: { origin: `https://${LONG}.example` }, body: '{}' },
  ],
  ['an address that is none', '/sign-in/email', { body: JSON.stringify({ email: LONG, password: LONG }) }],
  ['a forged token', '/reset-password', { body: JSON.stringify({ newPassword: LONG, token: LONG }) }],
  ['a forged provider', '/sign-in/single-sign-on', { body: JSON.stringify({ provider: LONG }) }],
];

test.each(requests)(
  'a stranger who sends %s writes at most a warning of 100 characters',
  async (_, path, init) => {
    lines.length = 0;
    await shop.auth.handler(
      new Request(`${ORIGIN}/api/auth${path}`, {
        method: 'POST',
        ...init,
        headers: { 'content-type': 'application/json', origin: ORIGIN, ...init.headers },
      }),
    );
    for (const line of lines) {
      expect(line.level).toBeLessThanOrEqual(40);
      expect(line.msg.length).toBeLessThanOrEqual(100);
      expect(JSON.stringify(line)).not.toContain('x'.repeat(101));
    }
  },
);
