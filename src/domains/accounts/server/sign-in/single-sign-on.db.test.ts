import { afterAll, beforeEach, expect, test } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '#platform/auth/oidc/test-identity-provider.ts';
import type { testBrowser } from '#platform/auth/test-browser.ts';
import { createLog } from '#platform/log.ts';
import { eventually } from '#shared/test-eventually.ts';
import { ORIGIN, testAuth } from './test-auth.ts';

type Browser = ReturnType<typeof testBrowser>;

let provider: IdentityProvider;
let second: IdentityProvider;
/** Warnings written to the log. */
let warned: [Record<string, unknown>, string][] = [];
const shop = testAuth(async () => {
  provider = await startIdentityProvider({ shopUrl: ORIGIN });
  second = await startIdentityProvider({ id: 'kente', name: 'Kente ID', shopUrl: ORIGIN });
  // Down when the shop starts: the shop starts nevertheless.
  second.isDown = true;
  const log = Object.assign(Object.create(createLog('fatal')), {
    warn: (...args: [Record<string, unknown>, string]) => warned.push(args),
  });
  return { providers: [provider.settings, second.settings], log };
});

afterAll(async () => {
  await provider.close();
  await second.close();
});

beforeEach(() => {
  warned = [];
  provider.failsWith = null;
  provider.isDown = false;
  provider.describe = null;
  provider.alter = null;
  provider.alterClaims = null;
});

const FROM = '/auth?next=%2Fcheckout';
const begin = (one: Browser, provider = 'adire', more: Record<string, unknown> = { callbackURL: FROM }) =>
  one.post('/api/auth/sign-in/single-sign-on', { provider, ...more });
const urlOf = (answer: { body: unknown }) => new URL((answer.body as { url: string }).url);

/** Signs in at the provider by typing an email. Returns the callback URL, path and query. */
async function atProvider(address: URL, email: string | null): Promise<string> {
  const cookies = new Map<string, string>();
  let at = address;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 8; step++) {
    const answer = await fetch(at, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      body: form,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    form = undefined;
    const location = answer.headers.get('location');
    if (location) {
      at = new URL(location, at);
      if (at.origin === ORIGIN) return at.pathname + at.search;
    } else if (at.pathname.startsWith('/interaction/')) {
      form = new URLSearchParams(email === null ? { cancel: '1' } : { email });
    } else throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
  }
  throw new Error('The provider never redirected the user back');
}

/** The redirect of the shop after the callback. */
const openCallback = async (one: Browser, callback: string) =>
  (await one.get(callback)).headers.get('location') ?? '';

/** The whole flow from the button to the final page. */
async function signInWith(email: string | null, { one = shop.browser(), provider = 'adire' } = {}) {
  const callback = await atProvider(urlOf(await begin(one, provider)), email);
  return { one, callback, end: await openCallback(one, callback) };
}

const errorIn = (path: string) => new URL(path, ORIGIN).searchParams.get('error');
const callerOf = (one: Browser) => shop.auth.callerOf(one.headers());
const identitiesOf = async (one: Browser) =>
  (await (await one.get('/api/auth/identities')).json()) as {
    id: string;
    provider: string;
    email: string;
  }[];
const rowsOf = async (sub: string) =>
  (await shop.owner.query('select * from accounts where account_id = $1', [sub])).rows;

async function linked(one: Browser, email: string, provider = 'adire') {
  await shop.reauthenticate(one);
  const callback = await atProvider(urlOf(await one.post('/api/auth/identities/link', { provider })), email);
  return { callback, end: await openCallback(one, callback) };
}

test('CALLS-12 single sign-on answers with the provider’s URL: code flow with PKCE, state and nonce', async () => {
  const address = urlOf(await begin(shop.browser()));
  expect(address.origin).toBe(provider.settings.issuer);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'aso-house',
    redirect_uri: `${ORIGIN}/api/auth/oauth2/callback/adire`,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test.each(['google', 'credential', '', '__proto__', 'adire ', '../adire'])(
  'CALLS-12 the unknown provider %j is an error',
  async (provider) => {
    expect(await begin(shop.browser(), provider)).toMatchObject({
      status: 404,
      body: { code: 'UNKNOWN_PROVIDER', message: 'There is no such way to sign in.' },
    });
  },
);

test('the first sign-in creates an account with the role user, and redirects back to the shopper’s page', async () => {
  const { one, end } = await signInWith(shop.fresh());
  expect(end).toBe('/auth?next=%2Fcheckout&with=adire');
  expect(await shop.profilesOf(shop.fresh())).toMatchObject([
    { role: 'user', email_verified: true, first_name: 'Ẹwà', last_name: 'Ọṣun', name: 'Ẹwà Ọṣun' },
  ]);
  expect(await callerOf(one)).toMatchObject({ role: 'user' });
  expect(one.jar.get('aso_signed_in')).toBe('1');
  const { rows } = await shop.owner.query(
    'select s.sign_in_method from sessions s join profiles p on p.id = s.user_id where p.email = $1',
    [shop.fresh()],
  );
  expect(rows).toEqual([{ sign_in_method: 'single_sign_on' }]);
});

test('no token of the provider is stored', async () => {
  await signInWith(shop.fresh());
  expect(await rowsOf(shop.fresh())).toMatchObject([
    {
      provider_id: 'adire',
      email: shop.fresh(),
      access_token: null,
      refresh_token: null,
      id_token: null,
      scope: null,
      password: null,
    },
  ]);
});

test('the same user signs in again, also when their email at the provider has changed and is not confirmed', async () => {
  const { one } = await signInWith(shop.fresh());
  const first = await callerOf(one);
  provider.introduce(`new-${shop.fresh()}`, { sub: shop.fresh(), email_verified: false });
  const again = await signInWith(`new-${shop.fresh()}`);
  expect(await callerOf(again.one)).toEqual(first);
  expect(await rowsOf(shop.fresh())).toMatchObject([{ email: `new-${shop.fresh()}` }]);
  expect(await shop.profilesOf(`new-${shop.fresh()}`)).toEqual([]);
});

test('claims in the id token itself are accepted as well', async () => {
  provider.alter = ({ claims }) =>
    Object.assign(claims, { email: shop.fresh(), email_verified: true, name: 'Ada Obi' });
  await signInWith(shop.fresh());
  expect(await shop.profilesOf(shop.fresh())).toMatchObject([{ first_name: 'Ada', last_name: 'Obi' }]);
});

test('a name that would inject an email header becomes one line', async () => {
  provider.introduce(shop.fresh(), {
    given_name: 'Ada\r\nBcc: all@example.com',
    family_name: 'O\u0000\u202ebi',
  });
  await signInWith(shop.fresh());
  expect(await shop.profilesOf(shop.fresh())).toMatchObject([
    { first_name: 'Ada Bcc: all@example.com', last_name: 'O bi' },
  ]);
});

test('an email that the provider has not confirmed creates no account', async () => {
  const email = `unconfirmed-${shop.fresh()}`;
  const { one, end } = await signInWith(email);
  expect(end).toBe('/auth?next=%2Fcheckout&error=ADDRESS_UNCONFIRMED&with=adire');
  expect(await callerOf(one)).toBeNull();
  expect(await shop.profilesOf(email)).toEqual([]);
});

test('without an email no account is created', async () => {
  provider.introduce(shop.fresh(), { email: undefined });
  expect(errorIn((await signInWith(shop.fresh())).end)).toBe('ADDRESS_MISSING');
});

test('an equal email does not prove the same user: an account of the shop is never taken over', async () => {
  const { body } = await shop.confirmed();
  const { one, end } = await signInWith(body.email);
  expect(errorIn(end)).toBe('ACCOUNT_EXISTS');
  expect(await callerOf(one)).toBeNull();
  expect(await rowsOf(body.email)).toEqual([]);
});

test('an unconfirmed registration does not lock out the owner of the email', async () => {
  await shop.browser().post('/api/auth/sign-up/email', shop.registration());
  const { one } = await signInWith(shop.fresh());
  expect(await callerOf(one)).toMatchObject({ role: 'user' });
  const { email, password } = shop.registration();
  const stranger = await shop.browser().post('/api/auth/sign-in/email', { email, password });
  expect(stranger.status).toBe(401);
});

test('two concurrent first sign-ins create one account', async () => {
  const [a, b] = [shop.browser(), shop.browser()];
  const callbacks = await Promise.all(
    [a, b].map(async (one) => atProvider(urlOf(await begin(one)), shop.fresh())),
  );
  const ends = await Promise.all([openCallback(a, callbacks[0]!), openCallback(b, callbacks[1]!)]);
  expect(ends.map(errorIn)).toEqual([null, null]);
  expect(await callerOf(a)).toEqual(await callerOf(b));
  expect(await callerOf(a)).not.toBeNull();
  expect(await shop.profilesOf(shop.fresh())).toHaveLength(1);
});

test('a banned user cannot sign in', async () => {
  await signInWith(shop.fresh());
  await shop.owner.query('update profiles set banned = true where email = $1', [shop.fresh()]);
  const { one, end } = await signInWith(shop.fresh());
  expect(errorIn(end)).toBe('BANNED');
  expect(await callerOf(one)).toBeNull();
});

test.each<[string, NonNullable<IdentityProvider['alter']>]>([
  [
    'with another nonce',
    ({ claims }) => {
      claims.nonce = 'x'.repeat(43);
    },
  ],
  [
    'without a nonce',
    ({ claims }) => {
      delete claims.nonce;
    },
  ],
  [
    'of another issuer',
    ({ claims }) => {
      claims.iss = 'http://localhost:1';
    },
  ],
  [
    'for another shop',
    ({ claims }) => {
      claims.aud = 'another-shop';
    },
  ],
  [
    'for several, made for another',
    ({ claims }) => Object.assign(claims, { aud: ['aso-house', 'x'], azp: 'x' }),
  ],
  [
    'for several, made for nobody',
    ({ claims }) => {
      claims.aud = ['aso-house', 'x'];
    },
  ],
  [
    'signed by another key',
    (token) => {
      token.byStranger = true;
    },
  ],
  [
    'that names the algorithm none',
    ({ header }) => {
      header.alg = 'none';
    },
  ],
  [
    'that names a symmetric algorithm',
    ({ header }) => {
      header.alg = 'HS256';
    },
  ],
  [
    'that has expired',
    ({ claims }) => {
      claims.exp = Math.floor(Date.now() / 1000) - 60;
    },
  ],
  [
    'that never expires',
    ({ claims }) => {
      delete claims.exp;
    },
  ],
  [
    'of nobody',
    ({ claims }) => {
      claims.sub = '';
    },
  ],
  [
    'that is not there',
    (token) => {
      token.isMissing = true;
    },
  ],
])('an id token %s signs nobody in', async (_, alter) => {
  provider.alter = alter;
  const { one, end } = await signInWith(shop.fresh());
  expect(end).toBe('/auth?next=%2Fcheckout&error=PROVIDER_REFUSED&with=adire');
  expect(await callerOf(one)).toBeNull();
  expect(await shop.profilesOf(shop.fresh())).toEqual([]);
});

test('claims about another subject are not used', async () => {
  provider.alterClaims = (claims) => {
    claims.sub = 'another-user';
  };
  expect(errorIn((await signInWith(shop.fresh())).end)).toBe('PROVIDER_REFUSED');
});

test.each([
  ['of another issuer', (callback: URLSearchParams) => callback.set('iss', 'http://localhost:1')],
  [
    'without its issuer, which this provider always names',
    (callback: URLSearchParams) => callback.delete('iss'),
  ],
  ['with another code', (callback: URLSearchParams) => callback.set('code', 'x'.repeat(43))],
  ['without a code', (callback: URLSearchParams) => callback.delete('code')],
])('an answer %s is refused', async (_, change) => {
  const one = shop.browser();
  const [path, query] = (await atProvider(urlOf(await begin(one)), shop.fresh())).split('?');
  const callback = new URLSearchParams(query);
  change(callback);
  expect(errorIn(await openCallback(one, `${path}?${callback}`))).toBe('PROVIDER_REFUSED');
  expect(await callerOf(one)).toBeNull();
});

test('a state that this browser did not start is refused: another one, none, or one of another browser', async () => {
  const one = shop.browser();
  const callback = await atProvider(urlOf(await begin(one)), shop.fresh());
  const other = shop.browser();
  await begin(other);
  for (const browser of [other, shop.browser()]) {
    expect(await openCallback(browser, callback)).toBe('/auth?error=SIGN_IN_INTERRUPTED&with=adire');
    expect(await callerOf(browser)).toBeNull();
  }
  for (const state of ['', '&state=', `&state=${'x'.repeat(43)}`, '&state=%00', '&state=a&state=b']) {
    const end = await openCallback(one, callback.replace(/&state=[^&]*/, '') + state);
    expect(end).toBe('/auth?error=SIGN_IN_INTERRUPTED&with=adire');
  }
  expect(errorIn(await openCallback(one, callback))).toBeNull();
});

test('a used callback is consumed, and so is its code', async () => {
  const { one, callback } = await signInWith(shop.fresh());
  expect(await openCallback(one, callback)).toBe(
    '/account/security?error=SIGN_IN_INTERRUPTED&with=adire#linked-accounts',
  );
  const code = new URLSearchParams(callback.split('?')[1]).get('code')!;
  const other = shop.browser();
  const begun = new URLSearchParams(
    (await atProvider(urlOf(await begin(other)), shop.fresh())).split('?')[1],
  );
  begun.set('code', code);
  expect(errorIn(await openCallback(other, `/api/auth/oauth2/callback/adire?${begun}`))).toBe(
    'PROVIDER_REFUSED',
  );
  expect(await callerOf(other)).toBeNull();
});

test('an answer after the time limit is refused', async () => {
  const one = shop.browser();
  const callback = await atProvider(urlOf(await begin(one)), shop.fresh());
  await shop.owner.query(`update verifications set expires_at = now() - interval '1 second'`);
  expect(errorIn(await openCallback(one, callback))).toBe('SIGN_IN_INTERRUPTED');
});

test('an answer on another provider’s callback is refused', async () => {
  const one = shop.browser();
  const callback = await atProvider(urlOf(await begin(one)), shop.fresh());
  expect(errorIn(await openCallback(one, callback.replace('/adire?', '/kente?')))).toBe(
    'SIGN_IN_INTERRUPTED',
  );
  expect(await openCallback(shop.browser(), '/api/auth/oauth2/callback/nobody?state=x')).toBe(
    '/auth?error=SIGN_IN_INTERRUPTED&with=',
  );
});

test('a user who cancels at the provider sees a message in our words and not the provider’s', async () => {
  const { callback, end } = await signInWith(null);
  expect(callback).toContain('The+user+cancelled');
  expect(end).toBe('/auth?next=%2Fcheckout&error=PROVIDER_CANCELLED&with=adire');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])(
  'the return path %j leads to no other site',
  async (callbackURL) => {
    const answer = await begin(shop.browser(), 'adire', { callbackURL });
    expect(answer).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED_FROM' } });
  },
);

test.each([
  ['/orders', '/auth?with=adire'],
  ['/api/auth/sign-out', '/auth?with=adire'],
  [undefined, '/auth?with=adire'],
  ['/admin/login?next=%2Fadmin%2Forders', '/admin/login?next=%2Fadmin%2Forders&with=adire'],
])('a sign-in from %j returns to %j', async (callbackURL, end) => {
  const one = shop.browser();
  const callback = await atProvider(urlOf(await begin(one, 'adire', { callbackURL })), shop.fresh());
  expect(await openCallback(one, callback)).toBe(end);
});

test('a provider that is down is reported as unavailable, and works once it is back', async () => {
  const one = shop.browser();
  expect(await begin(one, 'kente')).toMatchObject({
    status: 503,
    body: {
      code: 'PROVIDER_NOT_AVAILABLE',
      message:
        'Sign-in with Kente ID is not available right now. Please try again in a few minutes, or choose another way.',
    },
  });
  second.isDown = false;
  expect(errorIn((await signInWith(shop.fresh(), { one, provider: 'kente' })).end)).toBeNull();
  // And when it becomes unavailable during a flow.
  const other = shop.browser();
  const callback = await atProvider(urlOf(await begin(other, 'kente')), shop.fresh());
  second.isDown = true;
  expect(errorIn(await openCallback(other, callback))).toBe('PROVIDER_NOT_AVAILABLE');
  second.isDown = false;
});

test('a server error of the provider is logged as one, and differs from an answer that is refused', async () => {
  const comingBack = async () => {
    const one = shop.browser();
    return { one, callback: await atProvider(urlOf(await begin(one)), shop.fresh()) };
  };
  const { one, callback } = await comingBack();
  provider.failsWith = 500;
  expect(errorIn(await openCallback(one, callback))).toBe('PROVIDER_NOT_AVAILABLE');
  provider.failsWith = null;
  const other = await comingBack();
  provider.alter = (token) => {
    token.claims.aud = 'another-shop';
  };
  expect(errorIn(await openCallback(other.one, other.callback))).toBe('PROVIDER_REFUSED');
  provider.alter = null;
  const third = await comingBack();
  const state = new URL(third.callback, ORIGIN).searchParams.get('state');
  const failed = `/api/auth/oauth2/callback/adire?error=server_error&state=${state}`;
  expect(errorIn(await openCallback(third.one, failed))).toBe('PROVIDER_NOT_AVAILABLE');
  expect(warned).toMatchObject([
    [
      { provider: 'adire', code: 'PROVIDER_NOT_AVAILABLE', status: 500 },
      'single sign-on: the provider failed',
    ],
    [
      { provider: 'adire', code: 'PROVIDER_REFUSED' },
      'single sign-on: the answer of the provider was refused',
    ],
    [{ provider: 'adire', code: 'PROVIDER_NOT_AVAILABLE' }, 'single sign-on: the provider failed'],
  ]);
  expect(String(warned[0]?.[0].err)).toMatch(/answered 500$/);
});

test('CALLS-15 linking answers with the provider’s URL, and then the external account signs in; unlinking ends that', async () => {
  const { one, id, email } = await shop.signedIn();
  shop.emails = [];
  expect((await linked(one, shop.fresh())).end).toBe('/account/security?with=adire#linked-accounts');
  expect(shop.emails).toMatchObject([
    { to: email, subject: 'Adire ID was linked to your Aso House account' },
  ]);
  expect(await identitiesOf(one)).toEqual([
    {
      id: expect.any(String),
      provider: 'adire',
      name: 'Adire ID',
      email: shop.fresh(),
      since: expect.stringMatching(/^\d{4}-/),
    },
  ]);
  expect(await callerOf((await signInWith(shop.fresh())).one)).toMatchObject({ userId: id });
  const [identity] = await identitiesOf(one);
  await shop.reauthenticate(one);
  expect((await one.post('/api/auth/identities/unlink', { id: identity!.id })).status).toBe(200);
  expect(shop.emails.at(-1)).toMatchObject({ to: email, subject: 'Adire ID was unlinked at Aso House' });
  expect(await identitiesOf(one)).toEqual([]);
  const later = await signInWith(shop.fresh());
  expect(await callerOf(later.one)).not.toMatchObject({ userId: id });
});

test('CALLS-15 linking and unlinking require a session and reauthentication', async () => {
  const { one } = await shop.signedIn();
  for (const [path, body] of [
    ['/api/auth/identities/link', { provider: 'adire' }],
    ['/api/auth/identities/unlink', { id: '019a0000-0000-7000-8000-000000000000' }],
  ] as const) {
    expect((await shop.browser().post(path, body)).status).toBe(401);
    expect(await one.post(path, body)).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
  }
  expect((await shop.browser().get('/api/auth/identities')).status).toBe(401);
});

test('an external account that is linked to one user cannot be linked to another', async () => {
  const [first, other] = [await shop.signedIn(), await shop.signedIn()];
  await linked(first.one, shop.fresh());
  expect((await linked(other.one, shop.fresh())).end).toBe(
    '/account/security?error=ACCOUNT_ALREADY_LINKED&with=adire#linked-accounts',
  );
  expect(await identitiesOf(other.one)).toEqual([]);
  // Linking one's own account again changes nothing.
  expect((await linked(first.one, shop.fresh())).end).toBe('/account/security?with=adire#linked-accounts');
  expect(await identitiesOf(first.one)).toHaveLength(1);
});

test('a link that one session started cannot be completed by another', async () => {
  const [victim, thief] = [await shop.signedIn(), await shop.signedIn()];
  await shop.reauthenticate(thief.one);
  const begun = await thief.one.post('/api/auth/identities/link', { provider: 'adire' });
  const callback = await atProvider(urlOf(begun), shop.fresh());
  expect(errorIn(await openCallback(victim.one, callback))).toBe('SIGN_IN_INTERRUPTED');
  // The same browser, in which another user has signed in since.
  await thief.one.post('/api/auth/sign-in/email', { email: victim.email, password: 'secret1' });
  expect(errorIn(await openCallback(thief.one, callback))).toBe('OTHER_SESSION');
  expect(await rowsOf(shop.fresh())).toEqual([]);
  // And after signing out.
  await shop.reauthenticate(victim.one);
  const again = await victim.one.post('/api/auth/identities/link', { provider: 'adire' });
  const back = await atProvider(urlOf(again), shop.fresh());
  await victim.one.post('/api/auth/sign-out', {});
  expect(errorIn(await openCallback(victim.one, back))).toBe('OTHER_SESSION');
  expect(await rowsOf(shop.fresh())).toEqual([]);
});

test('the last sign-in method cannot be removed, even by concurrent requests', async () => {
  const { one } = await signInWith(shop.fresh());
  const reauthenticateByEmail = async () => {
    await one.post('/api/auth/identity/send-code', {});
    const code = /^(\d{6})$/m.exec(shop.emails.at(-1)?.text ?? '')?.[1];
    expect((await one.post('/api/auth/identity/prove', { code })).status).toBe(200);
  };
  const [first] = await identitiesOf(one);
  await reauthenticateByEmail();
  expect(await one.post('/api/auth/identities/unlink', { id: first!.id })).toMatchObject({
    status: 409,
    body: { code: 'LAST_SIGN_IN_METHOD' },
  });
  await reauthenticateByEmail();
  second.isDown = false;
  const begun = await one.post('/api/auth/identities/link', { provider: 'kente' });
  await openCallback(one, await atProvider(urlOf(begun), `other-${shop.fresh()}`));
  const both = await identitiesOf(one);
  expect(both).toHaveLength(2);
  // Two sessions, each reauthenticated, unlink the two at the same moment.
  const two = (await signInWith(shop.fresh())).one;
  await shop.owner.query(
    'update sessions set reauthenticated_at = now() where user_id = (select id from profiles where email = $1)',
    [shop.fresh()],
  );
  // Nothing can be deleted until both requests have run as far as they can: each has seen another sign-in
  // method, unless one waits for the other before it checks.
  await shop.owner.query('begin');
  await shop.owner.query('lock table accounts in share mode');
  const pending = Promise.all([
    one.post('/api/auth/identities/unlink', { id: both[0]!.id }),
    two.post('/api/auth/identities/unlink', { id: both[1]!.id }),
  ]);
  await eventually(async () => {
    await shop.owner.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await shop.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rowCount).toBe(2);
  });
  await shop.owner.query('commit');
  const answers = await pending;
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await identitiesOf(one)).toHaveLength(1);
});

test('a provider that is no longer configured is no sign-in method, a passkey is', async () => {
  const { one } = await signInWith(shop.fresh());
  const caller = await callerOf(one);
  const mine = [caller!.userId];
  await shop.owner.query(
    `insert into accounts (id, user_id, account_id, provider_id) values (gen_random_uuid(), $1, 'x', 'closed-provider')`,
    mine,
  );
  const unlink = async () => {
    const identity = (await identitiesOf(one)).find(({ provider }) => provider === 'adire');
    await shop.owner.query('update sessions set reauthenticated_at = now() where user_id = $1', mine);
    return (await one.post('/api/auth/identities/unlink', { id: identity!.id })).status;
  };
  expect(await unlink()).toBe(409);
  await shop.owner.query(
    `insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
     values (gen_random_uuid(), $1, 'x', 'x', 0, 'singleDevice', false)`,
    mine,
  );
  expect(await unlink()).toBe(200);
});

test('nobody can unlink another user’s external account, or a password', async () => {
  const [first, other] = [await shop.signedIn(), await shop.signedIn()];
  await linked(first.one, shop.fresh());
  const { rows } = await shop.owner.query('select id from accounts where user_id = $1', [first.id]);
  expect(rows).toHaveLength(2);
  for (const { id } of rows) {
    await shop.reauthenticate(other.one);
    const answer = await other.one.post('/api/auth/identities/unlink', { id });
    expect(answer).toMatchObject({ status: 404, body: { code: 'IDENTITY_NOT_FOUND' } });
  }
  const { rows: passwords } = await shop.owner.query(
    `select id from accounts where user_id = $1 and provider_id = 'credential'`,
    [first.id],
  );
  await shop.reauthenticate(first.one);
  expect((await first.one.post('/api/auth/identities/unlink', { id: passwords[0].id })).status).toBe(404);
  await shop.reauthenticate(first.one);
  expect((await first.one.post('/api/auth/identities/unlink', { id: 'x' })).status).toBe(400);
});

test.each([
  [
    'another issuer',
    (document: Record<string, unknown>) => {
      document.issuer = 'http://localhost:1';
    },
  ],
  [
    'no address of its keys',
    (document: Record<string, unknown>) => {
      delete document.jwks_uri;
    },
  ],
])('a provider whose discovery document has %s is not used', async (_, describe) => {
  const odd = await startIdentityProvider({ shopUrl: ORIGIN });
  odd.describe = describe;
  const { openIdProvider } = await import('#platform/auth/oidc/openid-provider.ts');
  await expect(openIdProvider(odd.settings, ORIGIN).ready()).rejects.toMatchObject({
    code: 'PROVIDER_NOT_AVAILABLE',
  });
  await odd.close();
});

test('a visitor who signed in elsewhere during the flow is recorded in the audit log as signing in when they return from the provider', async () => {
  const email = shop.fresh();
  const { one } = await signInWith(email);
  const callback = await atProvider(urlOf(await begin(one)), email);
  await openCallback(one, callback);
  const { userId } = (await callerOf(one))!;
  const { rows } = await shop.owner.query('select kind from account_events where user_id = $1', [userId]);
  expect(rows.filter(({ kind }) => kind === 'signed_in')).toHaveLength(2);
  expect(rows.map(({ kind }) => kind)).not.toContain('identity_linked');
});
