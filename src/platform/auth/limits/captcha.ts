import { CAPTCHA_HEADER, CAPTCHA_PATHS } from '#shared/captcha/captcha-rules.ts';
import type { Captcha } from '../../captcha/captcha.ts';
import { type AuthPart, endpoint } from '../auth-part.ts';
import { refuse } from '../refuse.ts';
import { ipAddressOf } from '../request.ts';

/** Runs first: a robot's request is neither counted against an account nor processed. */
export const captchaGuard = ({ challenge, check }: Captcha): AuthPart => ({
  endpoints: challenge ? [endpoint('GET /captcha', challenge)] : [],
  async before(ctx) {
    if (!CAPTCHA_PATHS.has(ctx.path)) return;
    const verdict = await check(ctx.headers?.get(CAPTCHA_HEADER), ipAddressOf(ctx));
    if (verdict === 'wrong') refuse('CAPTCHA_FAILED');
    if (verdict === 'unknown') refuse('CAPTCHA_UNREACHABLE');
  },
});
