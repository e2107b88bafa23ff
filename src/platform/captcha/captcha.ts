import { CAPTCHA_MOST } from '#shared/captcha/captcha-rules.ts';
import type { CaptchaDeps, CaptchaKind, Verdict } from './kind.ts';
import { proofOfWork } from './proof-of-work.ts';
import { siteVerify } from './site-verify.ts';

export interface Captcha {
  /** A new problem for a browser; undefined where another house gives them. */
  challenge?: () => Promise<object>;
  /** Whether a person's browser answered. Each answer is right once. `address`: the client's. */
  check(answer: string | null | undefined, address: string): Promise<Verdict>;
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
