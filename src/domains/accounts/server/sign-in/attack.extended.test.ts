import { readFileSync } from 'node:fs';
import type { APIError } from 'better-auth/api';
import { expect, test } from 'vitest';
import { admitAttempt } from '#platform/auth/limits/attempts.ts';
import { signInProofs } from '#platform/auth/limits/sign-in-proofs.ts';
import { postWithProof, solveProof } from '#platform/auth/limits/test-proof.ts';
import { codeIn, testAuth } from './test-auth.ts';

const shop = testAuth();

const HOURS = 24;
const NETWORKS = 100;
/** In an hour: without a proof, from each network with a proof, and from anywhere with the hardest proof. */
const MOST_IN_AN_HOUR = 30 + NETWORKS * 6 + 1_000;
/** 24 hours touch 25 windows. */
const MOST_GUESSES = (HOURS + 1) * MOST_IN_AN_HOUR;

/** The last of them is the owner’s: an attacker shares 198.51.100.0/24 with every new device of the owner. */
const addressOf = (network: number) =>
  network === NETWORKS - 1 ? '198.51.100.5' : `203.${network}.113.${network}`;

/**
 * In the last hour all networks guess, in the others a twentieth of them and the owner's: what is counted
 * expires within an hour. The owner's network and two others go through the handler, the rest through the
 * function that the handler calls before it checks a password.
 */
const networksOf = (hour: number) =>
  Array.from({ length: NETWORKS }, (_, network) => network).filter(
    (network) => hour === HOURS - 1 || network === NETWORKS - 1 || network % 20 === hour % 20,
  );

test('24 hours of guessing from 100 networks, including the owner’s: the owner signs in on a new device every hour, within a minute, and so do other users', async () => {
  const { body: owner } = await shop.confirmed({ email: 'attacked@example.com' });
  const other = await shop.signedIn();
  const db = shop.database.auth;
  const proofs = signInProofs({
    secret: 'a-secret-of-more-than-thirty-two-letters',
    authDb: db,
    rounds: 1,
  });
  let guesses = 0;

  /** Returns the problem of a refusal, null when the password was checked, 'refused' when no proof helps. */
  async function byFunction(network: number, proof: string | null) {
    const source = { ipAddress: addressOf(network), device: null };
    try {
      await admitAttempt(db, proofs, 'password', { account: owner.email, source, proof });
      return null;
    } catch (refusal) {
      return ((refusal as APIError).body?.proof as Parameters<typeof solveProof>[0]) ?? 'refused';
    }
  }
  async function byHandler(network: number, proof: string | null) {
    shop.ipAddress = addressOf(network);
    const { status, body } = await shop
      .browser()
      .post(
        '/api/auth/sign-in/email',
        { email: owner.email, password: `guess-${guesses}` },
        proof ? { 'x-proof-of-work': proof } : {},
      );
    return status === 401 ? null : (body.proof ?? 'refused');
  }
  /** Guesses until so many proofs are spent or no proof helps. */
  async function guessFrom(network: number, spend: number) {
    const guess = network >= NETWORKS - 3 ? byHandler : byFunction;
    for (let proof: string | null = null, spent = 0; spent <= spend; ) {
      const problem = await guess(network, proof);
      if (problem === 'refused') return;
      if (problem === null) guesses += 1;
      if (problem) spent += 1;
      proof = problem && spent <= spend ? solveProof(problem).answer : null;
    }
  }
  async function guessFromAll(networks: number[], spend: (network: number) => number) {
    const left = [...networks];
    const workers = Array.from({ length: 6 }, async () => {
      for (let network = left.pop(); network !== undefined; network = left.pop()) {
        await guessFrom(network, spend(network));
      }
    });
    await Promise.all(workers);
  }
  const signIn = (address: string, { email, password }: { email: string; password: string }) => {
    shop.ipAddress = address;
    return postWithProof(shop.browser(), '/api/auth/sign-in/email', { email, password });
  };

  for (let hour = 0; hour < HOURS; hour++) {
    const before = guesses;
    // The owner's neighbour continues with the hardest proofs.
    await guessFromAll(networksOf(hour), (network) => (network === NETWORKS - 1 ? 9 : 6));
    for (const address of [`198.51.100.${100 + hour}`, `198.18.${hour}.1`]) {
      const { status, seconds } = await signIn(address, owner);
      expect({ hour, address, status }).toEqual({ hour, address, status: 200 });
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(60);
    }
    expect(await signIn(`192.0.2.${hour}`, other)).toMatchObject({ status: 200, seconds: 0 });
    if (hour < HOURS - 1) {
      expect(guesses - before).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
      await shop.hoursLater(1);
      continue;
    }

    // In the last hour they spend every possible proof: the neighbour's network is refused, and no other. 800
    // of the hardest are recorded as spent, because solving them takes too long.
    await shop.owner.query(
      `update limits set hits = hits + 800 where key like 'auth:password-hardest:%' and window_start =
       (select max(window_start) from limits where key like 'auth:password-hardest:%')`,
    );
    guesses += 800;
    await guessFromAll(networksOf(hour).slice(0, 50), () => 60);
    expect(guesses - before).toBeGreaterThan(MOST_IN_AN_HOUR * 0.9);
    expect(guesses - before).toBeLessThanOrEqual(MOST_IN_AN_HOUR);
    const { email } = owner;
    expect(await signIn('198.51.100.200', owner)).toMatchObject({ body: { code: 'TOO_MANY_ATTEMPTS' } });
    const one = shop.browser();
    expect((await postWithProof(one, '/api/auth/sign-in/send-code', { email })).status).toBe(200);
    const code = codeIn(shop.emails.at(-1));
    expect((await postWithProof(one, '/api/auth/sign-in/code', { email, code })).status).toBe(200);
    expect(await signIn('198.18.200.1', owner)).toMatchObject({ status: 200 });
  }
  expect(readFileSync('docs/security.md', 'utf8')).toContain(
    `at most ${MOST_GUESSES.toLocaleString('en')} guesses`,
  );
}, 600_000);
