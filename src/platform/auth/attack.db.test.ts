import { readFileSync } from 'node:fs';
import type { APIError } from 'better-auth/api';
import { expect, test } from 'vitest';
import { admitPassword } from './attempts.ts';
import { signInProofs } from './sign-in-proofs.ts';
import { codeIn, linkIn, testAuth } from './test-auth.ts';
import { solveProof } from './test-proof.ts';

const shop = testAuth();
type Browser = ReturnType<typeof shop.browser>;

const HOURS = 24;
const NETWORKS = 100;
/** 30 in an hour for nothing and 6 from each network with a proof; 24 hours touch 25 windows. */
const MOST_GUESSES = (HOURS + 1) * (30 + NETWORKS * 6);
/** Tries that a slow phone makes in a second with all its cores: 300,000 rounds of SHA-256, 10,000 a try. */
const PHONE_TRIES = 30;

/** Posts as the page does: solves what the shop asks for, and sends it again. Gives how much work it was as well. */
async function postWithProof(one: Browser, path: string, body: unknown) {
  let tries = 0;
  let answer = await one.post(path, body);
  for (let asked = 0; asked < 3 && answer.body?.proof; asked++) {
    const solved = solveProof(answer.body.proof);
    tries += solved.tries;
    answer = await one.post(path, body, { 'x-proof-of-work': solved.answer });
  }
  return { ...answer, tries };
}

test('24 hours of guessing from 100 networks: the owner gets in on a new device every hour, within a minute, and so do others', async () => {
  const { body: owner } = await shop.confirmed({ email: 'attacked@example.com' });
  const other = await shop.signedIn();
  const db = shop.database.auth;
  const proofs = signInProofs({
    secret: 'a-secret-of-more-than-thirty-two-letters',
    authDb: db,
    rounds: 1,
  });
  let guesses = 0;
  /** Guesses from one network until it is refused; what sign-in does before it looks at a password. */
  async function guessFrom(network: number) {
    const from = { address: `203.${network}.113.${network}`, device: null };
    for (let proof: string | null = null; ; ) {
      try {
        await admitPassword(db, proofs, { account: owner.email, from, proof });
        guesses += 1;
        proof = null;
      } catch (refusal) {
        const problem = (refusal as APIError).body?.proof;
        if (!problem) return;
        proof = solveProof(problem as Parameters<typeof solveProof>[0]).answer;
      }
    }
  }
  for (let hour = 0; hour < HOURS; hour++) {
    const networks = Array.from({ length: NETWORKS }, (_, network) => network);
    const workers = Array.from({ length: 4 }, async () => {
      for (let network = networks.pop(); network !== undefined; network = networks.pop()) {
        await guessFrom(network);
      }
    });
    await Promise.all(workers);

    shop.address = `198.51.100.${hour}`;
    const { status, tries } = await postWithProof(shop.browser(), '/api/auth/sign-in/email', owner);
    expect({ hour, status }).toEqual({ hour, status: 200 });
    expect(tries).toBeGreaterThan(0);
    expect(tries / PHONE_TRIES).toBeLessThan(60);

    shop.address = `192.0.2.${hour}`;
    const { email, password } = other;
    const theirs = await postWithProof(shop.browser(), '/api/auth/sign-in/email', { email, password });
    expect(theirs).toMatchObject({ status: 200, tries: 0 });
    await shop.hoursLater(1);
  }
  expect(guesses).toBeGreaterThan(HOURS * NETWORKS);
  expect(guesses).toBeLessThanOrEqual(MOST_GUESSES);
  expect(readFileSync('docs/security.md', 'utf8')).toContain(
    `at most ${MOST_GUESSES.toLocaleString('en')} guesses`,
  );
}, 600_000);

test('three hours of asking for emails from 100 networks: the mailbox gets a few, and the owner comes in by the newest', async () => {
  const { email } = await shop.signedIn();
  for (let hour = 0; hour < 3; hour++) {
    shop.letters = [];
    for (const path of ['/api/auth/request-password-reset', '/api/auth/sign-in/send-code']) {
      for (let network = 0; network < NETWORKS; network += 25) {
        await Promise.all(
          Array.from({ length: 25 }, (_, n) => {
            shop.address = `203.${network + n}.113.1`;
            return postWithProof(shop.browser(), path, { email });
          }),
        );
      }
    }
    // Half an hour's emails for a new password, and an hour's of the others.
    expect(shop.letters.length).toBeGreaterThan(0);
    expect(shop.letters.length).toBeLessThanOrEqual(4 + 8);

    shop.address = `198.51.100.${hour}`;
    const one = shop.browser();
    const asked = await postWithProof(one, '/api/auth/request-password-reset', { email });
    expect(asked.status).toBe(200);
    const newest = shop.letters.filter(({ subject }) => /password/i.test(subject)).at(-1);
    const token = new URL(linkIn(newest)).searchParams.get('reset');
    const newPassword = `another-one-${hour}`;
    expect((await one.post('/api/auth/reset-password', { token, newPassword })).status).toBe(200);
    // They have shown that the mailbox is theirs: nothing more is asked for on this device.
    expect((await one.post('/api/auth/sign-in/email', { email, password: newPassword })).status).toBe(200);
    await shop.hoursLater(1);
  }
}, 300_000);

test('a stranger who asks for codes and tries them leaves the owner’s code alone', async () => {
  const { email } = await shop.signedIn();
  shop.address = '198.51.100.1';
  const one = shop.browser();
  await one.post('/api/auth/sign-in/send-code', { email });
  const code = codeIn(shop.letters.at(-1));
  for (let network = 0; network < 3; network++) {
    shop.address = `203.${network}.113.1`;
    const stranger = shop.browser();
    expect((await stranger.post('/api/auth/sign-in/send-code', { email })).status).toBe(200);
    for (let n = 0; n < 5; n++) await stranger.post('/api/auth/sign-in/code', { email, code: `00000${n}` });
  }
  shop.address = '198.51.100.1';
  expect((await one.post('/api/auth/sign-in/code', { email, code })).status).toBe(200);
});
