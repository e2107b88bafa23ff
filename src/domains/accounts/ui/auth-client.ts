import { captchaAnswer } from '#shared/captcha/captcha-answer.ts';
import { CAPTCHA_HEADER, PROOF_HEADER, PROOF_REQUIRED } from '#shared/captcha/captcha-rules.ts';
import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';
import type { RegisterInput, SignInInput } from '../sign-in-input.ts';
import { requestSecondFactor, SecondFactorRequiredError } from './two-factor/second-factor-required.ts';

/** A refusal by the shop; `message` is the text for the user. */
export class AuthRefusal extends Error {
  override readonly name = 'AuthRefusal';
  readonly code: string;
  readonly status: number;
  /** Seconds until a retry is worthwhile, where the shop gave them. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The user cancelled the check that the shop requested: no message is needed. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof AuthRefusal && error.code === 'PROOF_CANCELLED';

/** Simpler than the server's messages for common typing errors. */
const PLAINER: Record<string, string> = {
  INVALID_OTP: 'That code is not right. Please look at the newest message.',
  OTP_EXPIRED: 'This code has expired. Please have the message sent again.',
  INVALID_TOKEN: 'This link has expired. Please ask for a new one.',
};

/**
 * The answer to a captcha that is sent with the request, where one is required. Throws AuthRefusal without
 * one.
 */
async function withCaptcha(path: string): Promise<Record<string, string>> {
  try {
    const answer = await captchaAnswer(path);
    return answer ? { [CAPTCHA_HEADER]: answer } : {};
  } catch (error) {
    throw new AuthRefusal(400, 'CAPTCHA_FAILED', (error as Error).message);
  }
}

/**
 * Proofs of work that are solved for one request: the next one is harder while an attacker continues to guess.
 */
const MOST_PROOFS = 3;

async function send(path: string, body: Record<string, unknown> | undefined, proof?: string) {
  const response = await fetch(`/api/auth${path}`, {
    method: body ? 'POST' : 'GET',
    headers: body
      ? {
          'content-type': 'application/json',
          ...(await withCaptcha(path)),
          ...(proof && { [PROOF_HEADER]: proof }),
        }
      : undefined,
    body: body ? JSON.stringify(body) : undefined,
    signal: AbortSignal.timeout(30_000),
  });
  return { response, answer: await response.json().catch(() => ({})) };
}

/**
 * Throws AuthRefusal when the shop refused, TypeError when it could not be reached, and
 * SecondFactorRequiredError, after saving it, when the shop requires the second factor. A proof of work is
 * solved, unless its user cancels that: then AuthRefusal has the code PROOF_CANCELLED.
 */
export async function requestAuth<T>(path: string, body?: Record<string, unknown>): Promise<T> {
  let { response, answer } = await send(path, body);
  for (let proofs = 0; answer?.code === PROOF_REQUIRED && proofs < MOST_PROOFS; proofs++) {
    // Its script is loaded only here.
    const { proveWork } = await import('./captcha/proof-of-work.ts');
    ({ response, answer } = await send(path, body, await proveWork(answer.proof)));
  }
  if (answer?.twoFactorRedirect) {
    requestSecondFactor(String(body?.email ?? body?.phone ?? ''));
    throw new SecondFactorRequiredError();
  }
  if (response.ok) return answer as T;
  const code = String(answer?.code ?? '');
  throw new AuthRefusal(
    response.status,
    code,
    PLAINER[code] ?? (answer?.message || 'The shop is busy. Please try again.'),
    Number(response.headers.get('retry-after')) || undefined,
  );
}

/** The target of the email's link: the sign-in page, which then goes to `next`. */
const callbackURL = (next: string) => `/auth?next=${encodeURIComponent(next)}`;

export const authClient = {
  /** `email` may be a phone number, where numbers are a sign-in method. */
  signIn: ({ email, password }: SignInInput) =>
    /^\+\d+$/.test(email)
      ? requestAuth('/sign-in/phone', { phone: email, password })
      : requestAuth('/sign-in/email', { email: email.trim(), password }),
  signUp: ({ firstName, lastName, email, password }: RegisterInput, next: string) =>
    requestAuth('/sign-up/email', {
      firstName,
      lastName,
      email,
      password,
      name: `${firstName} ${lastName}`,
      callbackURL: callbackURL(next),
    }),
  signOut: () => requestAuth('/sign-out', {}),
  /** Whether the account that this browser registered is confirmed by now, perhaps in another browser. */
  registration: () => requestAuth<{ confirmed: boolean }>('/registration'),
  confirmByCode: (email: string, otp: string) => requestAuth('/email-otp/verify-email', { email, otp }),
  confirmByLink: (token: string) => requestAuth('/confirm-email', { token }),
  sendConfirmation: (email: string, next: string) =>
    requestAuth('/send-verification-email', { email, callbackURL: callbackURL(next) }),
  requestPassword: (email: string) => requestAuth('/request-password-reset', { email }),
  /** The account that an email's link sets a password for; null when the link has expired. */
  resetAccount: (token: string) =>
    requestAuth<{ email: string | null }>('/reset-password/account', { token }),
  setPasswordByLink: (token: string, newPassword: string) =>
    requestAuth('/reset-password', { token, newPassword }),
  setPasswordByCode: (email: string, otp: string, password: string) =>
    requestAuth('/email-otp/reset-password', { email, otp, password }),
};

/** Whether a request for the signed-in user is worthwhile. */
export const hasSignedInHint = () =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${SIGNED_IN_HINT}=1`));
