import type { CaptchaDeps, CaptchaKind } from './kind.ts';

const HOUSES = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};
const PATIENCE = 5_000;

/**
 * Turnstile or hCaptcha: asks the provider to check the answer. The provider accepts each answer once. If it does not
 * respond the result is 'unknown', and this is logged.
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
        const result = (await response.json()) as { success?: unknown; 'error-codes'?: unknown };
        const codes = Array.isArray(result['error-codes']) ? result['error-codes'].map(String) : [];
        // A wrong secret is a configuration error of the shop; 'wrong' would make every user look like a robot.
        if (codes.some((code) => code.includes('secret')))
          throw new Error(`${kind} says ${codes.join(', ')}`);
        return result.success === true ? 'right' : 'wrong';
      } catch (error) {
        log.error({ err: error }, 'captcha: the answer could not be judged');
        return 'unknown';
      }
    },
  };
}
