import type { Orm } from '#db/client.ts';
import type { Log } from '#platform/log.ts';
import { CAPTCHA_MOST } from '#shared/captcha/captcha-rules.ts';
import { proofOfWork } from './proof-of-work.ts';
import { siteVerify } from './site-verify.ts';

/** What came of an answer. 'unknown': the house that could tell was not reached. */
export type Verdict = 'right' | 'wrong' | 'unknown';

export interface Captcha {
  /** A new problem for a browser; undefined where another house gives them. */
  challenge?: () => Promise<object>;
  /** Whether a person's browser answered. Each answer is right once. `address`: the client's. */
  check(answer: string | null | undefined, address: string): Promise<Verdict>;
}

/** One kind of captcha. */
export interface CaptchaKind {
  challenge?: () => Promise<object>;
  check(answer: string, address: string): Promise<Verdict>;
}

export interface CaptchaDeps {
  kind: 'altcha' | 'turnstile' | 'hcaptcha';
  /** Another house's keys. */
  siteKey: string;
  houseSecret: string;
  /** The shop's own secret. */
  secret: string;
  /** The pool of the role aso_auth. */
  authDb: Orm;
  log: Log;
  /** Where answers are asked about, in place of the house's address. */
  verifyUrl?: string;
}

/** What keeps robots out, as configured: a problem that costs a robot time, or another house's judgement. */
export function createCaptcha(deps: CaptchaDeps): Captcha {
  const { challenge, check }: CaptchaKind = deps.kind === 'altcha' ? proofOfWork(deps) : siteVerify(deps);
  return {
    challenge,
    check: async (answer, address) =>
      answer && answer.length <= CAPTCHA_MOST ? check(answer, address) : 'wrong',
  };
}
