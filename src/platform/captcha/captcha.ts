import { CAPTCHA_MOST } from '#shared/captcha/captcha-rules.ts';
import type { CaptchaDeps, CaptchaKind, Verdict } from './kind.ts';
import { proofOfWork } from './proof-of-work.ts';
import { siteVerify } from './site-verify.ts';

export interface Captcha {
  /** A new challenge for a browser; undefined if an external provider issues them. */
  challenge?: () => Promise<object>;
  /** Checks an answer. Each answer is valid once. `address`: the IP address of the client. */
  check(answer: string | null | undefined, address: string): Promise<Verdict>;
}

/** The configured captcha: a proof of work, or an external provider. */
export function createCaptcha(deps: CaptchaDeps): Captcha {
  const { challenge, check }: CaptchaKind = deps.kind === 'altcha' ? proofOfWork(deps) : siteVerify(deps);
  return {
    challenge,
    check: async (answer, address) =>
      answer && answer.length <= CAPTCHA_MOST ? check(answer, address) : 'wrong',
  };
}
