import type { CaptchaDeps, CaptchaKind } from './kind.ts';

const HOUSES = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};
const PATIENCE = 5_000;

/**
 * Turnstile or hCaptcha: the house that gave the person a problem is asked what it thinks of the answer. It counts
 * each answer once itself. A house that does not answer is 'unknown', and the shop's log says so.
 */
export function siteVerify({
  kind,
  siteKey,
  providerSecret,
  log,
  verifyUrl,
}: Pick<CaptchaDeps, 'kind' | 'siteKey' | 'providerSecret' | 'log' | 'verifyUrl'>): CaptchaKind {
  const url = verifyUrl ?? HOUSES[kind as keyof typeof HOUSES];
  return {
    async check(answer, address) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({
            secret: providerSecret,
            response: answer,
            sitekey: siteKey,
            remoteip: address,
          }),
          signal: AbortSignal.timeout(PATIENCE),
          redirect: 'error',
        });
        if (response.status >= 500) throw new Error(`${kind} answered ${response.status}`);
        const said = (await response.json()) as { success?: unknown; 'error-codes'?: unknown };
        const codes = Array.isArray(said['error-codes']) ? said['error-codes'].map(String) : [];
        // A secret that the house does not know is ours to mend, and would look like robots everywhere.
        if (codes.some((code) => code.includes('secret')))
          throw new Error(`${kind} says ${codes.join(', ')}`);
        return said.success === true ? 'right' : 'wrong';
      } catch (error) {
        log.error({ err: error }, 'captcha: the answer could not be judged');
        return 'unknown';
      }
    },
  };
}
