import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { betterAuth } from 'better-auth';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { emailOTP } from 'better-auth/plugins';
import type { Transaction } from '#db/client.ts';
import type { Captcha } from '#platform/captcha/captcha.ts';
import type { MailMessage } from '#platform/mail/message.ts';
import type { TextMessage } from '#platform/sms/text-message.ts';
import type { Caller } from '#shared/caller.ts';
import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { findSessionOwner } from './auth.repository.ts';
import type { AuthPart, AuthSettings, PartDeps, Passwords, SignInMethod } from './auth-part.ts';
import { betterAuthOptions, RENEWED_AFTER, SESSION_LIFE } from './better-auth-options.ts';
import { mailedCode } from './email-code/email-code.ts';
import { answer } from './handler.ts';
import { createAttempts } from './limits/attempts.ts';
import { captchaGuard } from './limits/captcha.ts';
import { secondsToWait } from './limits/limits.ts';
import { signInProofs } from './limits/sign-in-proofs.ts';
import type { ProviderSettings } from './oidc/openid-provider.ts';
import { singleSignOn } from './oidc/single-sign-on.ts';
import { passkeys } from './passkey/passkeys.ts';
import { password } from './password/password.ts';
import { queuedPasswords, refusingPasswords } from './password/password-queue.ts';
import { verifiedHashes } from './password/verified-hash.ts';
import { phone } from './phone/phone.ts';
import { reauthentication } from './reauthentication/reauthentication.ts';
import { recordedTransactions } from './recorded-transactions.ts';
import { confirmation } from './registration/confirm-email.ts';
import { registration } from './registration/registration.ts';
import { hideSessionToken } from './session/hide-session-token.ts';
import { rememberSignedIn } from './session/known-device.ts';
import { movePushSubscriptions } from './session/move-push-subscriptions.ts';
import { updateLastSeen } from './session/session.repository.ts';
import { sessionCookieName, sessionTokenOf } from './session/session-cookie.ts';
import { hintCookie, signedInHint } from './session/signed-in-hint.ts';
import { requirePasskey } from './two-factor/require-passkey.ts';
import { twoFactor } from './two-factor/two-factor.ts';

/** ms between two updates of a session's last use. */
const SEEN_EVERY = 5 * 60_000;

export interface AuthDeps extends AuthSettings {
  /** Queues an email, inside `tx` when there is one. */
  sendMail(tx: Transaction | null, email: MailMessage): Promise<void>;
  /** Queues a text message; without it phone numbers are no sign-in method. */
  sendText?: ((message: TextMessage) => Promise<void>) | undefined;
  /** The OpenID Connect providers for single sign-on. */
  providers?: readonly ProviderSettings[];
  /** Hashing of passwords; better-auth's scrypt by default. */
  passwords?: Passwords;
  /** Ends after the minimum duration of an answer, ms; a timer by default. */
  minimumDuration?: (ms: number) => Promise<void>;
  /** Rounds of one attempt at a proof of work; the number for browsers by default. */
  proofRounds?: number;
  /** The captcha against robots; undefined when off. */
  captcha?: Captcha;
  /** Admin roles apply only in sessions with a second factor or a passkey. */
  adminsNeedTwoStep?: boolean;
  /** From the socket or a trusted proxy. */
  clientIpAddress(request: Request): string;
}

export interface Auth {
  /** Paths, below /api/auth, that create a session, and the sign-in method of each. */
  signInMethods: Readonly<Record<string, SignInMethod>>;
  /** Answers everything under /api/auth. `requestId` identifies the request in the log. */
  handler(request: Request, requestId?: string): Promise<Response>;
  /**
   * The user signed in by the cookie in these headers; null also when banned. Extends a session that is due
   * and appends its new cookie to `responseHeaders`.
   */
  callerOf(headers: Headers, responseHeaders?: Headers): Promise<Caller>;
  /**
   * The session of the cookie in these headers, for what users do with their own account; null as in
   * `callerOf`.
   */
  sessionOf(headers: Headers): Promise<{ userId: string; sessionId: string } | null>;
  /** Throws QueueFull when too many wait. */
  hashPassword(password: string): Promise<string>;
}

/** Sign-in on better-auth, composed of its parts. */
export function createAuth(deps: AuthDeps): Auth {
  const { authDb, secret, publicUrl, secureCookies, shopName, rules, log } = deps;
  const {
    orm,
    current,
    atItsBeginning,
    failRequestOnError,
    request: inRequest,
  } = recordedTransactions(authDb);
  const cookieName = sessionCookieName(secureCookies);
  const auditLog = createAuditLog({ authDb, log, cookieName, secret });
  const passwords = queuedPasswords(
    deps.passwords ?? { hash: hashPassword, verify: verifyPassword },
    auditLog.subject,
  );
  const verified = verifiedHashes(refusingPasswords(passwords));
  const common: PartDeps = {
    ...{ authDb, secret, publicUrl, secureCookies, shopName, rules, log },
    transaction: (work) => orm.transaction(work),
    db: () => current() ?? authDb,
    send: (...email) => failRequestOnError(() => deps.sendMail(current(), rules.writeEmail(...email))),
    about: auditLog.about,
    atItsBeginning,
    passwords: verified.passwords,
    verifiedHash: verified.verifiedHash,
    attempts: createAttempts(authDb, signInProofs({ secret, authDb, rounds: deps.proofRounds })),
  };
  // The plugins come from the parts, so their endpoints are missing in the type of `auth.api`.
  type Codes = Pick<ReturnType<typeof emailOTP>['endpoints'], 'createVerificationOTP'>;
  const codeFor = (email: string) =>
    (auth.api as unknown as Codes).createVerificationOTP({ body: { email, type: 'email-verification' } });

  const registering = registration(common, codeFor);
  /** Their order is the order of their steps before and after a request. */
  const signInParts: AuthPart[] = [
    registering,
    confirmation(common),
    password(common, registering.notifyKnownUser),
    mailedCode(common),
    ...(deps.sendText ? [phone(common, deps.sendText)] : []),
    passkeys(common),
    singleSignOn(common, deps.providers ?? []),
    // After all of them, and before the parts that read the remaining session.
    twoFactor(common),
  ];
  const reauthenticationPaths = new Set(signInParts.flatMap((part) => part.needsReauthentication ?? []));
  const parts: AuthPart[] = [
    ...(deps.captcha ? [captchaGuard(deps.captcha)] : []),
    ...signInParts,
    ...(deps.adminsNeedTwoStep ? [requirePasskey(common)] : []),
    reauthentication(common, reauthenticationPaths),
    signedInHint(secureCookies),
    movePushSubscriptions(common),
    { after: rememberSignedIn },
    hideSessionToken,
  ];
  const signInMethods: Record<string, SignInMethod> = Object.assign(
    {},
    ...parts.map((part) => part.signInMethods),
  );

  const auth = betterAuth(betterAuthOptions({ ...common, orm, parts, signInMethods }));

  /** The owner of the session, and whether it is valid: not expired, and the user not banned. */
  async function ownerOf(headers: Headers) {
    const token = sessionTokenOf(headers.get('cookie'), cookieName, secret);
    const owner = token ? await findSessionOwner(authDb, token) : null;
    return owner && { ...owner, holds: !owner.banned && owner.expiresAt.getTime() > Date.now() };
  }

  /** Not awaited; nothing depends on it. */
  function noteSeen(sessionId: string): void {
    updateLastSeen(authDb, sessionId).catch((error: unknown) =>
      log.debug({ err: error }, 'the use of a session was not noted'),
    );
  }

  return {
    signInMethods,
    handler: (request, requestId = randomUUID()) =>
      answer(request, {
        log,
        shopName,
        requestId,
        rules,
        ipAddress: deps.clientIpAddress(request),
        secondsToWait: (path) => secondsToWait(authDb, path, deps.clientIpAddress(request)),
        watch: auditLog.watch,
        minimumDuration: deps.minimumDuration ?? sleep,
        next: (clean) => inRequest(() => verified.inRequest(() => auth.handler(clean))),
      }),
    async sessionOf(headers) {
      const owner = await ownerOf(headers);
      return owner?.holds ? { userId: owner.userId, sessionId: owner.sessionId } : null;
    },
    hashPassword: passwords.hash,
    async callerOf(headers, responseHeaders) {
      const owner = await ownerOf(headers);
      if (!owner?.holds) {
        if (headers.get('cookie')?.includes(SIGNED_IN_HINT)) {
          const hint = hintCookie(owner?.banned ? 'closed' : 'signedOut', secureCookies);
          responseHeaders?.append('set-cookie', hint);
        }
        return null;
      }
      const left = owner.expiresAt.getTime() - Date.now();
      if (Date.now() - owner.lastSeenAt.getTime() > SEEN_EVERY) noteSeen(owner.sessionId);
      if (responseHeaders && left < (SESSION_LIFE - RENEWED_AFTER) * 1000) {
        const { headers: renewed } = await auth.api.getSession({ headers, returnHeaders: true });
        for (const cookie of renewed.getSetCookie()) responseHeaders.append('set-cookie', cookie);
      }
      const { userId, role, signInMethod, secondFactor } = owner;
      const isEnough = !deps.adminsNeedTwoStep || secondFactor !== null || signInMethod === 'passkey';
      return isEnough || role === 'user' ? { userId, role } : { userId, role: 'user', withheld: role };
    },
  };
}
