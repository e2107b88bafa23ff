import { createAuthEndpoint } from 'better-auth/api';
import { CAPTCHA_HEADER, CAPTCHA_PATHS } from '#shared/captcha/captcha-rules.ts';
import type { Captcha } from '../../captcha/captcha.ts';
import { type AuthPart, hooks, ipAddressOf } from '../auth-part.ts';
import { refuse } from '../refuse.ts';

/** Runs first: a robot's request is neither counted against an account nor processed. */
export function captchaGuard({ challenge, check }: Captcha): AuthPart {
  return {
    plugins: [
      {
        id: 'captcha',
        endpoints: challenge
          ? {
              captchaChallenge: createAuthEndpoint('/captcha', { method: 'GET' }, async (ctx) =>
                ctx.json(await challenge()),
              ),
            }
          : {},
      },
      hooks('captcha-answer', {
        async before(ctx) {
          if (!CAPTCHA_PATHS.has(ctx.path)) return;
          const verdict = await check(ctx.headers?.get(CAPTCHA_HEADER), ipAddressOf(ctx));
          if (verdict === 'wrong') refuse('CAPTCHA_FAILED');
          if (verdict === 'unknown') refuse('CAPTCHA_UNREACHABLE');
        },
      }),
    ],
  };
}
