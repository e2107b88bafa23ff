import { readFileSync } from 'node:fs';
import type { APIError } from 'better-auth/api';
import { expect, test } from 'vitest';
import { admitAttempt } from '#platform/auth/limits/attempts.ts';
import { signInProofs } from '#platform/auth/limits/sign-in-proofs.ts';
import { postWithProof, solveProof } from '#platform/auth/limits/test-proof.ts';
import { codeIn, linkIn, testAuth } from './test-auth.ts';

const shop = testAuth();
type Browser = ReturnType<typeof shop.browser>;

const HOURS = 24;
const NETWORKS = 100;
/** Five emails of a kind in half an hour; 24 hours touch 49 such windows. */
const MOST_EMAILS = 5 * 49;
/** Five wrong codes a day from each network, and a day touches two windows. */
const MOST_CODES_TYPED = NETWORKS * 5 * 2;
/** And five attempts at each code that was sent to a browser of the guesser. */
const MOST_GUESSES = MOST_CODES_TYPED + MOST_EMAILS * 5;

/** The last of them is the owner’s. */
const addressOf = (network: number) => (network === NETWORKS - 1 ? '198.51.100.5' : `203.${network}.113.1`);

test('24 hours of requesting emails and typing codes from 100 networks, including the owner’s: the owner signs in by email on a new device, within a minute', async () => {
  const { email } = await shop.signedIn();
  const db = shop.database.auth;
  const secret = 'a-secret-of-more-than-thirty-two-letters';
  const proofs = signInProofs({ secret, authDb: db, rounds: 1 });
  let codesTyped = 0;
  let emails = 0;

  const post = (one: Browser, address: string, path: string, body: object) => {
    const from: Pick<Browser, 'post'> = {
      post: (...request) => {
        shop.ipAddress = address;
        return one.post(...request);
      },
    };
    return postWithProof(from, `/api/auth${path}`, { email, ...body });
  };
  /**
   * Types wrong codes, for a proof each, through the function that the handler calls before it checks one.
   */
  async function typeFrom(network: number) {
    const source = { ipAddress: addressOf(network), device: null };
    for (let proof: string | null = null; ; ) {
      try {
        await admitAttempt(db, proofs, 'code', { account: email, source, proof });
        codesTyped += 1;
        proof = null;
      } catch (refusal) {
        const problem = (refusal as APIError).body?.proof;
        if (!problem) return;
        proof = solveProof(problem as Parameters<typeof solveProof>[0]).answer;
      }
    }
  }
  /**
   * Requests both kinds of email through the handler, with a proof where one is required; types wrong codes
   * in between.
   */
  async function requestFrom(network: number) {
    const address = addressOf(network);
    const one = shop.browser();
    await Promise.all(
      ['/request-password-reset', '/sign-in/send-code'].map((path) => post(one, address, path, {})),
    );
    await post(one, address, '/sign-in/code', { code: '000000' });
  }
  const isReset = (subject: string) => /new password/i.test(subject);
  /** In a network of the owner's own a code signs in. */
  async function byCode(hour: number) {
    const address = `198.18.${hour}.1`;
    const one = shop.browser();
    const answer = await post(one, address, '/sign-in/send-code', {});
    const newest = shop.emails.filter(({ subject }) => !isReset(subject)).at(-1);
    const codeAnswer = await post(one, address, '/sign-in/code', { code: codeIn(newest) });
    expect({ hour, requested: answer.status, typed: codeAnswer.status }).toEqual({
      hour,
      requested: 200,
      typed: 200,
    });
    expect(answer.seconds + codeAnswer.seconds).toBeLessThan(60);
  }
  /** In the attacker's network the link in the email sets a new password. */
  async function byLink(hour: number) {
    const address = `198.51.100.${100 + hour}`;
    const one = shop.browser();
    const answer = await post(one, address, '/request-password-reset', {});
    const newest = shop.emails.filter(({ subject }) => isReset(subject)).at(-1);
    const token = new URL(linkIn(newest)).searchParams.get('reset');
    const password = `another-one-${hour}`;
    const saved = await post(one, address, '/reset-password', { token, newPassword: password });
    expect({ hour, requested: answer.status, saved: saved.status }).toEqual({
      hour,
      requested: 200,
      saved: 200,
    });
    expect(answer.seconds).toBeLessThan(60);
    expect((await post(one, address, '/sign-in/email', { password })).status).toBe(200);
  }

  // Every third hour: what is counted expires within an hour, except for the codes of a day.
  for (let hour = 0; hour < HOURS; hour += 3) {
    shop.emails = [];
    const networks = Array.from({ length: NETWORKS }, (_, network) => network);
    const guessers = [...networks.slice(hour, hour + 9), NETWORKS - 1];
    await Promise.all([...guessers.map(requestFrom), ...networks.map(typeFrom)]);
    expect(shop.emails.length).toBeLessThanOrEqual(2 * 5);
    expect(shop.emails.length).toBeGreaterThan(5);
    await byCode(hour);
    // At the end, because a new password invalidates every code.
    await byLink(hour);
    // Each of these emails was the newest one that the attackers had requested.
    expect(shop.emails.filter(({ subject }) => !/was changed/.test(subject)).length).toBeLessThanOrEqual(10);
    emails += shop.emails.filter(({ subject }) => !isReset(subject)).length;
    await shop.hoursLater(3);
  }
  expect(emails).toBeLessThanOrEqual(MOST_EMAILS);
  expect(codesTyped).toBeGreaterThan(NETWORKS * 4);
  expect(codesTyped).toBeLessThanOrEqual(MOST_CODES_TYPED);
  expect(readFileSync('docs/security.md', 'utf8')).toContain(
    `at most ${MOST_GUESSES.toLocaleString('en')} codes`,
  );
}, 600_000);

test('a stranger who requests codes and tries them does not affect the owner’s code', async () => {
  const { email } = await shop.signedIn();
  shop.ipAddress = '198.51.100.1';
  const one = shop.browser();
  await one.post('/api/auth/sign-in/send-code', { email });
  const code = codeIn(shop.emails.at(-1));
  for (let network = 0; network < 3; network++) {
    shop.ipAddress = `203.${network}.113.1`;
    const stranger = shop.browser();
    expect((await stranger.post('/api/auth/sign-in/send-code', { email })).status).toBe(200);
    for (let n = 0; n < 5; n++) await stranger.post('/api/auth/sign-in/code', { email, code: `00000${n}` });
  }
  shop.ipAddress = '198.51.100.1';
  expect((await one.post('/api/auth/sign-in/code', { email, code })).status).toBe(200);
});
