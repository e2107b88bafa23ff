import { z } from 'zod';
import { url } from './formats.ts';

/** The database, the mode of the shop and its secret. */
export const databaseSettings = {
  DATABASE_URL: url(/^postgres(ql)?$/, 'a postgres:// address')
    .optional()
    .describe(
      'A PostgreSQL database of your own (15 or newer), as its owner, who should not be a superuser. Without it the shop runs a built-in one.',
    ),
  DATABASE_WEB_URL: url(/^postgres(ql)?$/, 'a postgres:// address')
    .optional()
    .describe(
      'The database of DATABASE_URL as aso_web, the role of requests. Default: a password derived from AUTH_SECRET.',
    ),
  DATABASE_AUTH_URL: url(/^postgres(ql)?$/, 'a postgres:// address')
    .optional()
    .describe(
      'The database of DATABASE_URL as aso_auth, the role of sign-in. Default: a password derived from AUTH_SECRET.',
    ),
  SHOP_MODE: z
    .enum(['demo', 'live'], 'demo or live')
    .optional()
    .describe(
      'demo fills an empty shop with example data; live does not. Default: live with DATABASE_URL, otherwise demo.',
    ),
  AUTH_SECRET: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .describe(
      'Signs sessions; with DATABASE_URL, the passwords of aso_web and aso_auth are derived from it. Generated at the first start and stored in DATA_DIR; required in live mode with DATABASE_URL.',
    ),
};
