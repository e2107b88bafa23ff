import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { z } from 'zod';
import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { cleanText, visibleLength } from '#shared/clean-text.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { id, instant } from '#shared/shapes.ts';
import { code, email, NO_EMAIL, NO_EMAIL_OR_PHONE, password, SHORT_PASSWORD, userName } from './fields.ts';
import { passkeyAssertion, passkeyAttestation } from './passkey-input.ts';
import { SIGN_IN_PATHS, type SignInOperation } from './sign-in.paths.ts';

// Sign-in on better-auth, below /api/auth: what each operation accepts, answers, and refuses with.

/** A typed password: only its length is limited, so that a wrong one is counted and answered as a wrong one. */
const typedPassword = z.string(SHORT_PASSWORD).min(1, SHORT_PASSWORD).max(MAX_PASSWORD_LENGTH);
/** A typed email: an invalid one is recorded as a failed sign-in. */
const typedEmail = z.string(NO_EMAIL);
/** A typed code of any form: a wrong one is counted. */
const typedCode = z.string();
/** Where the account has a password, it is required again. */
const proof = z.object({ password: typedPassword.optional() });
const callbackURL = z.string().max(1_000).optional();
const providerId = z.string().max(60);
const none = z.object({});
/** The answer has nothing that a page needs; the session is in a cookie. */
const done = z.unknown();
const backupCodes = z.object({ backupCodes: z.array(z.string()) });
const EITHER = 'You must provide either an email or phone number and a password';
const required = z.string(EITHER).min(1, { message: EITHER, abort: true });

/** Codes that any operation may answer with, because its handler does. */
export const ALWAYS = [
  'BAD_INPUT',
  'NOT_ALLOWED_FROM',
  'NOT_FOUND',
  'RATE_LIMITED',
  'TOO_LARGE',
  'BUSY',
  'UNEXPECTED',
] as const satisfies readonly ErrorCode[];
const ATTEMPT = ['PROOF_REQUIRED', 'TOO_MANY_ATTEMPTS'] as const;
const CAPTCHA = ['CAPTCHA_FAILED', 'CAPTCHA_UNREACHABLE'] as const;
const PASSWORD_SIGN_IN = ['BANNED', 'ADMIN_PASSWORD', ...ATTEMPT, ...CAPTCHA] as const;
const MESSAGE = [...ATTEMPT, ...CAPTCHA, 'TOO_SOON'] as const;
const SIGNED_IN = ['SIGN_IN_REQUIRED'] as const;
const REAUTHENTICATED = [...SIGNED_IN, 'REAUTHENTICATION_REQUIRED'] as const;
const REPEATED = [...REAUTHENTICATED, 'WRONG_PASSWORD', ...ATTEMPT] as const;
const SECOND_FACTOR = ['SECOND_STEP_EXPIRED', 'INVALID_CODE', 'BANNED', 'TOO_MANY_ATTEMPTS'] as const;

const get = <O extends z.ZodType, const C extends readonly ErrorCode[] = []>(output: O, codes?: C) => ({
  input: z.undefined(),
  output,
  codes: codes ?? [],
});
const post = <I extends z.ZodType<object>, O extends z.ZodType, const C extends readonly ErrorCode[] = []>(
  input: I,
  output: O,
  codes?: C,
) => ({ input, output, codes: codes ?? [] });

/** Options for the browser's own API. */
const challengeOf = <Options extends { challenge: string }>() =>
  z.custom<Options>((value) => typeof (value as Options | null)?.challenge === 'string');

/** A factor that may have to be followed by a second one: then there is no session yet. */
const signedIn = z.object({ twoFactorRedirect: z.literal(true).optional() });
const sessionUser = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(['user', 'admin', 'super_admin']),
});

const linkedAccount = z.object({
  id,
  /** The provider's id in the configuration, and its name. */
  provider: z.string(),
  name: z.string(),
  /** The email from the provider; null when it gave none. */
  email: z.string().nullable(),
  since: instant,
});
export type LinkedAccount = z.infer<typeof linkedAccount>;

const passkey = z.object({
  id,
  name: z.string(),
  /** Whether its manager syncs it to the user's other devices. */
  isSynced: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const twoFactorState = z.discriminatedUnion('isOn', [
  z.object({ isOn: z.literal(false) }),
  z.object({ isOn: z.literal(true), since: instant, backupCodesLeft: z.int() }),
]);
export type TwoFactorState = z.infer<typeof twoFactorState>;

const passkeyName = z
  .string()
  .transform((name) => cleanText(name).replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .max(MAX_PASSKEY_NAME_LENGTH)
      .refine((name) => visibleLength(name) > 0),
  );

export const signInContract = {
  signInByPassword: post(
    z.object({ email: typedEmail, password: typedPassword }),
    signedIn.extend({ user: sessionUser.optional() }),
    ['INVALID_EMAIL', 'INVALID_EMAIL_OR_PASSWORD', 'EMAIL_NOT_VERIFIED', ...PASSWORD_SIGN_IN],
  ),
  signInByPhone: post(
    z.object({ phone: z.string(NO_EMAIL_OR_PHONE).max(60), password: typedPassword }),
    signedIn,
    ['INVALID_PHONE_NUMBER_OR_PASSWORD', 'INVALID_PHONE_NUMBER', ...PASSWORD_SIGN_IN],
  ),
  sendSignInCode: post(z.object({ email }), done, MESSAGE),
  signInByCode: post(z.object({ email, code }), signedIn, ['INVALID_OTP', 'BANNED', ...ATTEMPT]),
  /** The browser goes to `url` and returns to `callbackURL`, one of the sign-in pages. */
  signInByProvider: post(z.object({ provider: providerId, callbackURL }), z.object({ url: z.string() }), [
    'UNKNOWN_PROVIDER',
    'PROVIDER_NOT_AVAILABLE',
  ]),
  returnFromProvider: get(done),
  passkeyRequest: get(challengeOf<PublicKeyCredentialRequestOptionsJSON>()),
  signInByPasskey: post(passkeyAssertion, signedIn, ['PASSKEY_REFUSED', 'USER_UNVERIFIED', 'BANNED']),
  /** `trustDevice`: this device needs no second factor for 30 days. */
  verifyAppCode: post(z.object({ code, trustDevice: z.boolean().optional() }), done, [
    ...SECOND_FACTOR,
    'CODE_USED',
  ]),
  verifyBackupCode: post(
    z.object({ code: z.string().min(1).max(40), trustDevice: z.boolean().optional() }),
    done,
    SECOND_FACTOR,
  ),
  signOut: post(none, z.object({ success: z.boolean() })),
  session: get(
    z
      .object({
        session: z.object({ expiresAt: instant }),
        user: sessionUser,
      })
      .nullable(),
  ),
  captcha: get(done),

  register: post(
    z.object({
      email: required.pipe(email),
      password: required.pipe(password),
      firstName: userName('First name'),
      lastName: userName('Last name'),
      callbackURL,
    }),
    done,
    [...ATTEMPT, ...CAPTCHA],
  ),
  /** Whether the account that this browser registered is confirmed by now, perhaps in another browser. */
  registrationStatus: get(z.object({ confirmed: z.boolean() })),
  sendConfirmation: post(z.object({ email, callbackURL }), done, MESSAGE),
  openConfirmationLink: get(done),
  confirmByLink: post(z.object({ token: z.string().max(1_000) }), signedIn, [
    'INVALID_TOKEN',
    'CONFIRMED',
    'BANNED',
  ]),
  confirmByCode: post(z.object({ email, otp: typedCode }), signedIn, [
    'INVALID_OTP',
    'OTP_EXPIRED',
    'BANNED',
    ...ATTEMPT,
  ]),
  requestPassword: post(z.object({ email }), done, MESSAGE),
  /** The account that an email's link sets a password for; null when the link has expired. */
  resetAccount: post(
    z.object({ token: z.string().min(1).max(100) }),
    z.object({ email: z.string().nullable() }),
  ),
  setPasswordByLink: post(z.object({ token: z.string().min(1).max(100), newPassword: password }), done, [
    'INVALID_TOKEN',
    'ADMIN_PASSWORD',
  ]),
  setPasswordByCode: post(z.object({ email, otp: typedCode, password }), done, [
    'INVALID_OTP',
    'OTP_EXPIRED',
    'ADMIN_PASSWORD',
    ...ATTEMPT,
  ]),

  reauthenticationMethods: get(z.object({ password: z.boolean() }), SIGNED_IN),
  /** Valid for one action, within five minutes. */
  reauthenticate: post(z.union([z.object({ password: typedPassword }), z.object({ code })]), done, [
    ...SIGNED_IN,
    ...ATTEMPT,
    'WRONG_PASSWORD',
    'INVALID_OTP',
  ]),
  sendReauthenticationCode: post(none, done, [...SIGNED_IN, 'TOO_MANY_ATTEMPTS']),
  twoFactorState: get(twoFactorState, SIGNED_IN),
  /** The new key, as the URI of a QR code. It changes nothing until `confirmTwoFactor`. */
  enableTwoFactor: post(proof, z.object({ uri: z.string() }), [...REPEATED, 'TWO_STEP_ON', 'PASSKEY_FIRST']),
  confirmTwoFactor: post(z.object({ code }), backupCodes, [
    ...SIGNED_IN,
    'TWO_STEP_OFF',
    'INVALID_CODE',
    'TOO_MANY_ATTEMPTS',
    'ENROLMENT_OVER',
  ]),
  disableTwoFactor: post(proof, done, [...REPEATED, 'TWO_STEP_OFF']),
  /** Invalidates the codes before. */
  newBackupCodes: post(proof, backupCodes, [...REPEATED, 'TWO_STEP_OFF']),
  /**
   * Oldest first. `keepsLast`: the only passkey is the last sign-in method and cannot be removed; `most`: maximum
   * number.
   */
  listPasskeys: get(z.object({ passkeys: z.array(passkey), keepsLast: z.boolean(), most: z.int() }), [
    ...SIGNED_IN,
  ]),
  passkeyCreation: get(challengeOf<PublicKeyCredentialCreationOptionsJSON>(), [
    ...REAUTHENTICATED,
    'TOO_MANY_PASSKEYS',
    'PASSKEY_FIRST',
  ]),
  addPasskey: post(passkeyAttestation, z.object({ id }), [
    ...SIGNED_IN,
    'PASSKEY_NOT_ADDED',
    'USER_UNVERIFIED',
    'TOO_MANY_PASSKEYS',
  ]),
  renamePasskey: post(z.object({ id: z.uuid(), name: passkeyName }), done, [...SIGNED_IN, 'PASSKEY_GONE']),
  removePasskey: post(z.object({ id: z.uuid() }), z.object({ credentialId: z.string() }), [
    ...REAUTHENTICATED,
    'PASSKEY_GONE',
    'LAST_SIGN_IN_METHOD',
    'PASSKEY_FIRST',
  ]),
  listLinkedAccounts: get(z.array(linkedAccount), SIGNED_IN),
  /** The browser goes to `url` and returns to the security page. */
  linkAccount: post(z.object({ provider: providerId }), z.object({ url: z.string() }), [
    ...REAUTHENTICATED,
    'UNKNOWN_PROVIDER',
    'PROVIDER_NOT_AVAILABLE',
  ]),
  unlinkAccount: post(z.object({ id: z.uuid() }), done, [
    ...REAUTHENTICATED,
    'IDENTITY_NOT_FOUND',
    'LAST_SIGN_IN_METHOD',
  ]),
  /** Texts a code to the number in the user's profile; `confirmed` when it is confirmed already. */
  sendPhoneCode: post(none, z.object({ confirmed: z.boolean() }), [
    ...SIGNED_IN,
    'NO_NUMBER',
    'TOO_SOON',
    'TOO_MANY_TEXTS',
  ]),
  confirmPhone: post(z.object({ code }), done, [
    ...SIGNED_IN,
    'NO_NUMBER',
    'INVALID_OTP',
    'OTP_EXPIRED',
    'NUMBER_TAKEN',
  ]),
} satisfies Record<SignInOperation, { input: z.ZodType; output: z.ZodType; codes: readonly ErrorCode[] }>;

export type SignInContract = typeof signInContract;

/** The operations by method and path. */
export const SIGN_IN_OPERATIONS: ReadonlyMap<string, SignInContract[SignInOperation]> = new Map(
  Object.entries(SIGN_IN_PATHS).map(([name, endpoint]) => [
    endpoint,
    signInContract[name as SignInOperation],
  ]),
);
