import type { Orm } from '#db/client.ts';
import type { Log } from '#platform/log.ts';

/** What came of an answer. 'unknown': the house that could tell was not reached. */
export type Verdict = 'right' | 'wrong' | 'unknown';

/** One kind of captcha. */
export interface CaptchaKind {
  challenge?: () => Promise<object>;
  check(answer: string, address: string): Promise<Verdict>;
}

export interface CaptchaDeps {
  kind: 'altcha' | 'turnstile' | 'hcaptcha';
  /** Another house's keys. */
  siteKey: string;
  providerSecret: string;
  /** The shop's own secret. */
  secret: string;
  /** The pool of the role aso_auth. */
  authDb: Orm;
  log: Log;
  /** Where answers are asked about, in place of the house's address. */
  verifyUrl?: string;
}
