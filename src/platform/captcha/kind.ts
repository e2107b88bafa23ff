import type { Orm } from '#db/client.ts';
import type { Log } from '#platform/log.ts';

/** The result of a check. 'unknown': the provider could not be reached. */
export type Verdict = 'right' | 'wrong' | 'unknown';

/** One kind of captcha. */
export interface CaptchaKind {
  challenge?: () => Promise<object>;
  check(answer: string, address: string): Promise<Verdict>;
}

export interface CaptchaDeps {
  kind: 'altcha' | 'turnstile' | 'hcaptcha';
  /** The keys of an external provider. */
  siteKey: string;
  providerSecret: string;
  /** The secret of the shop. */
  secret: string;
  /** The pool of the role aso_auth. */
  authDb: Orm;
  log: Log;
  /** The URL for checking answers, instead of the provider's. */
  verifyUrl?: string;
}
