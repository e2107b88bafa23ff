import { z } from 'zod';
import { flag, textOf } from './formats.ts';

/** OpenID Connect providers for sign-in, as JSON. */
const providers = z
  .string()
  .default('[]')
  .transform((text, ctx) => {
    const what =
      'a JSON list of {"id","name","issuer","clientId","clientSecret"}; id of small letters, digits and hyphens, issuer an http(s) address';
    try {
      const list = z
        .array(
          z.strictObject({
            id: z.string().regex(/^[a-z][a-z0-9-]{0,29}$/),
            name: z.string().min(1).max(40),
            issuer: z.url({ protocol: /^https?$/ }),
            clientId: z.string().min(1).max(300),
            clientSecret: z.string().min(1).max(500),
          }),
        )
        .max(8)
        .parse(JSON.parse(text));
      if (new Set(list.map(({ id }) => id)).size === list.length) return list;
    } catch {}
    ctx.addIssue({ code: 'custom', message: what });
    return z.NEVER;
  });

/** Sign-in and its protection. */
export const signInSettings = {
  OIDC_PROVIDERS: providers.describe(
    'Single sign-on: a JSON list of OpenID Connect providers {"id","name","issuer","clientId","clientSecret"}. Their callback URL is PUBLIC_URL/api/auth/oauth2/callback/ID.',
  ),
  CAPTCHA: z
    .enum(['off', 'altcha', 'turnstile', 'hcaptcha'], 'off, altcha, turnstile or hcaptcha')
    .default('off')
    .describe(
      'The bot protection of sign-in and forms: altcha needs no other service, turnstile and hcaptcha need keys.',
    ),
  CAPTCHA_SITE_KEY: textOf(1, 200).optional().describe('The public key for turnstile or hcaptcha.'),
  CAPTCHA_SECRET: textOf(1, 200).optional().describe('The secret key for turnstile or hcaptcha.'),
  ADMINS_NEED_TWO_STEP: flag(false).describe(
    'true: the back office requires a sign-in with a second factor or a passkey.',
  ),
};
