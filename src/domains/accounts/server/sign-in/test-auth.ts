import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import type { Auth, AuthDeps } from '#platform/auth/create-auth.ts';
import { testBrowser } from '#platform/auth/test-browser.ts';
import { createLog } from '#platform/log.ts';
import type { MailMessage } from '#platform/mail/message.ts';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { ALWAYS, SIGN_IN_OPERATIONS } from '../../sign-in.contract.ts';
import { accountEmails } from '../account-emails.ts';
import { createAccountAuth } from '../account-rules.ts';
import type { OwnAccountDeps } from '../own-account-deps.ts';

export const ORIGIN = 'http://shop.test';

/** The first URL of an email, '' without one. */
export const linkIn = (email: MailMessage | undefined) => /http:\/\/\S+/.exec(email?.text ?? '')?.[0] ?? '';
/** The six digits on a line of their own in an email, '' without them. */
export const codeIn = (email: MailMessage | undefined) => /^(\d{6})$/m.exec(email?.text ?? '')?.[1] ?? '';

type Owner = Awaited<ReturnType<typeof connectOwner>>;

/** Full password hashing takes an eighth of a second, and these tests need hundreds. */
const lightly = (password: string) => `light:${createHash('sha256').update(password).digest('hex')}`;

/** Fails when an answer of sign-in does not keep to the contract: its output, in JSON, or one of its codes. */
async function checkContract(request: Request, answer: Response): Promise<void> {
  const path = new URL(request.url).pathname.replace('/api/auth', '');
  const operation = SIGN_IN_OPERATIONS.get(`${request.method} ${path}`);
  const text = await answer.clone().text();
  const isJson = text !== '' && /json/.test(answer.headers.get('content-type') ?? '');
  if (!operation || !(answer.ok || isJson)) return;
  const body = JSON.parse(text) as { code?: unknown } | null;
  if (answer.ok) expect(operation.output.safeParse(body).error, path).toBeUndefined();
  else expect([...ALWAYS, ...operation.codes] as unknown[], path).toContain(body?.code);
}

/**
 * Sign-in on a database of its own for the tests of one file: emails are captured, and every test uses
 * another IP address and registers another user. Call it once at the top of the file; it sets itself up and
 * cleans up.
 */
export function testAuth(
  more: () => Partial<Omit<AuthDeps, 'rules'>> | Promise<Partial<AuthDeps>> = () => ({}),
) {
  let testDatabase: TestDatabase;
  let database: Database;
  let owner: Owner;
  let auth: Auth;
  let count = 0;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await openDatabase(testDatabase);
    owner = await connectOwner(testDatabase.url);
    auth = createAccountAuth({
      authDb: database.auth,
      secret: 'a-secret-of-more-than-thirty-two-letters',
      publicUrl: ORIGIN,
      secureCookies: false,
      shopName: 'Aso House',
      sendMail,
      log: createLog('fatal'),
      clientIpAddress: () => shop.ipAddress,
      proofRounds: 1,
      minimumDuration: async (ms) => (shop.takesItsTime ? sleep(ms) : undefined),
      passwords: {
        hash: async (password) => (shop.worksOnPasswords ? hashPassword(password) : lightly(password)),
        verify: async ({ hash, password }) => {
          await shop.duringVerify();
          return hash.startsWith('light:') ? hash === lightly(password) : verifyPassword({ hash, password });
        },
      },
      ...(await more()),
    });
  });

  afterAll(async () => {
    await owner.end();
    await database.close();
    await testDatabase.drop();
  });

  beforeEach(() => {
    shop.emails = [];
    shop.mailFails = false;
    shop.worksOnPasswords = false;
    shop.duringVerify = async () => {};
    shop.takesItsTime = false;
    count += 1;
    shop.ipAddress = `10.0.${1 + (count >> 8)}.${count & 255}`;
  });

  const sendMail: AuthDeps['sendMail'] = async (_, email) => {
    if (shop.mailFails) throw new Error('the queue is gone');
    shop.emails.push(email);
  };
  const shop = {
    /** Emails sent since the test began, oldest first. */
    emails: [] as MailMessage[],
    mailFails: false,
    /** Hashes passwords as in production, for tests of timing. */
    worksOnPasswords: false,
    /** What happens while a password is verified. */
    duringVerify: async () => {},
    /** Answers take at least their minimum duration as in production, for tests of timing. */
    takesItsTime: false,
    /** The IP address of the next requests. */
    ipAddress: '10.0.0.1',
    get auth() {
      return auth;
    },
    /** For what users do with their own account. */
    get own(): OwnAccountDeps {
      const writeEmail = accountEmails({ shopName: 'Aso House', publicUrl: ORIGIN });
      return { auth, database, publicUrl: ORIGIN, writeEmail, sendMail };
    },
    get database() {
      return database;
    },
    /** The URL of the database, for another process of the shop. */
    get url() {
      return testDatabase.url;
    },
    /** A connection of the owner: no role or policy applies. */
    get owner() {
      return owner;
    },
    /** An email for this test alone, the same until the next test. */
    fresh: () => `visitor${count}@example.com`,
    browser: () =>
      testBrowser(ORIGIN, async (request) => {
        const answer = await auth.handler(request);
        await checkContract(request, answer);
        return answer;
      }),
  };
  return Object.assign(shop, testUsers(shop), testLimits(shop));
}

/** What the users and the limits of a test work on. */
interface Shop {
  readonly emails: readonly MailMessage[];
  readonly worksOnPasswords: boolean;
  readonly owner: Owner;
  fresh(): string;
  browser(): ReturnType<typeof testBrowser>;
}

/** Users as they register and sign in. */
function testUsers(shop: Shop) {
  let users = 0;
  /** The body of a registration form. */
  const registration = (change: Record<string, unknown> = {}) => ({
    firstName: 'Ada',
    lastName: 'Obi',
    name: 'x',
    email: shop.fresh(),
    password: 'secret1',
    callbackURL: '/auth?next=%2Fcheckout',
    ...change,
  });
  return {
    registration,
    profilesOf: async (email: string) =>
      (await shop.owner.query('select * from profiles where email = $1', [email])).rows,
    /** Registers and confirms a user as a customer would, signed in in `one`. */
    async confirmed(change: Record<string, unknown> = {}) {
      const one = shop.browser();
      const body = registration(change);
      await one.post('/api/auth/sign-up/email', body);
      const done = await one.post('/api/auth/email-otp/verify-email', {
        email: body.email,
        otp: codeIn(shop.emails.at(-1)),
      });
      expect(done.status).toBe(200);
      return { one, body };
    },
    /**
     * Creates another confirmed user on each call; returns a browser in which they are signed in, and their
     * id.
     */
    async signedIn(change: Record<string, unknown> = {}) {
      users += 1;
      const body = registration({ email: `user${users}@example.com`, ...change });
      const id = randomUUID();
      await shop.owner.query(
        `insert into profiles (id, email, email_verified, name, first_name, last_name)
         values ($1, $2, true, $3 || ' ' || $4, $3, $4)`,
        [id, body.email, body.firstName, body.lastName],
      );
      // Registration takes half a second, so that its timing reveals nothing; an existing user need not
      // register.
      await shop.owner.query(
        `insert into accounts (id, user_id, account_id, provider_id, password)
         values (gen_random_uuid(), $1, $1::uuid::text, 'credential', $2)`,
        [id, shop.worksOnPasswords ? await hashPassword(body.password) : lightly(body.password)],
      );
      const one = shop.browser();
      const { email, password } = body;
      expect((await one.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
      return { one, ...body, id };
    },
    /** Reauthenticates the user of `one` with their password; valid for one action. */
    async reauthenticate(one: ReturnType<typeof testBrowser>, password = 'secret1') {
      expect((await one.post('/api/auth/identity/prove', { password })).status).toBe(200);
    },
  };
}

/** The limits of sign-in, as if time had passed. */
function testLimits(shop: Pick<Shop, 'owner'>) {
  return {
    /** Moves waits back by a minute: the next message of a kind may be sent. */
    async aMinuteLater() {
      await shop.owner.query(
        `update limits set window_start = window_start - interval '1 minute' where key like 'auth:wait:%'`,
      );
    },
    /**
     * Moves counts back by so many hours of the same day; counts of a day stay. In two steps, because no row
     * may take the key of one that has not moved yet.
     */
    async hoursLater(hours: number) {
      const moved = (by: string) =>
        shop.owner.query(
          `update limits set window_start = window_start - $1::interval
           where key !~ '^auth:(code-here|second-step|text-to|text-of|text-from):'`,
          [by],
        );
      await moved('100000 days');
      await moved(`-100000 days ${hours} hours`);
    },
  };
}
