import { isIP } from 'node:net';
import { z } from 'zod';
import { DEFAULT_CURRENCY, DEFAULT_TIME_ZONE, EXAMPLE_LOCATION, EXAMPLE_PHONE } from '#brand/locale.ts';
import { VERIFICATION_SCHEDULES } from './backup/verification-schedule.ts';
import { withCurrentNames } from './renamed-settings.ts';
import { DEMO_FACTS, missingFactLines, type RequiredFact } from './shop-facts.ts';

const WITHOUT_PATH = 'an http(s) address without a path';
const A_PORT = 'a port from 0 to 65535';
/** Text of a length from `min` to `max`. */
const textOf = (min: number, max: number) =>
  z
    .string()
    .refine(
      (value) => value.length >= min && value.length <= max,
      min > 0 ? `${min} to ${max} characters` : `at most ${max} characters`,
    );
/** A phone number as in WhatsApp links. */
const phone = z
  .string()
  .regex(/^\+?[1-9][0-9]{6,14}$/, `an international phone number such as ${EXAMPLE_PHONE}`);
const url = (protocols: RegExp, what: string) => z.url({ protocol: protocols, error: what });
const flag = (byDefault: boolean) =>
  z
    .enum(['true', 'false'], 'true or false')
    .default(byDefault ? 'true' : 'false')
    .transform((value) => value === 'true');

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`;

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

function isCurrency(code: string): boolean {
  if (!/^[A-Z]{3}$/.test(code) || !Intl.supportedValuesOf('currency').includes(code)) return false;
  // Prices have two decimals everywhere: in the database, in forms, and in code.
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits === 2;
}

function isAddressOrSubnet(entry: string): boolean {
  const [ip = '', bits, ...rest] = entry.split('/');
  const family = isIP(ip);
  const most = family === 6 ? 128 : 32;
  return (
    family > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

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

const A_RATIO = 'a number from 0 to 1';
const HEADER_PAIRS = 'names and values such as authorization=Basic%20abc, separated by commas';
/** 'a=b,c=d', the header format of OpenTelemetry, with percent-encoded values. */
const headerPairs = z
  .string()
  .default('')
  .transform((text, ctx): Record<string, string> => {
    try {
      const pairs = text.split(',').flatMap((pair): [string, string][] => {
        const [, name, value] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? [];
        if (name && value !== undefined) return [[name, decodeURIComponent(value.trim())]];
        if (pair.trim() === '') return [];
        throw new Error(HEADER_PAIRS);
      });
      return Object.fromEntries(pairs);
    } catch {
      ctx.addIssue({ code: 'custom', message: HEADER_PAIRS });
      return z.NEVER;
    }
  });

const A_NUMBER_KEPT = 'a number from 1 to 1000';

/** A time of day: an hour, or an hour and minutes. */
const timeOfDay = z
  .string()
  .regex(/^([01]?\d|2[0-3])(:[0-5]\d)?$/, 'an hour such as 3, or a time such as 03:30')
  .transform((text) => {
    const [hour, minute = 0] = text.split(':').map(Number) as [number, number?];
    return { hour, minute };
  });

const mapPlace = z
  .string()
  .regex(/^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?$/, `latitude and longitude such as ${EXAMPLE_LOCATION}`)
  .transform((text) => {
    const [latitude, longitude] = text.split(',').map(Number) as [number, number];
    return { latitude, longitude };
  });

const BYTES = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const;
const A_SIZE = 'bytes, or a number with KB, MB, GB or TB such as 1GB';
/** '1GB', '500 MB', '1073741824' → bytes. */
const size = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,3})? ?([KMGT]?B)?$/i, A_SIZE)
  .transform((text) => {
    const unit = (/[KMGT]?B$/i.exec(text)?.[0].toUpperCase() ?? 'B') as keyof typeof BYTES;
    return Math.round(Number.parseFloat(text) * BYTES[unit]);
  });

/** Every variable the shop reads: its description, default and allowed values. */
const schema = z.object({
  PORT: z.coerce
    .number(A_PORT)
    .int(A_PORT)
    .min(0, A_PORT)
    .max(65535, A_PORT)
    .default(3000)
    .describe('The port the shop listens on.'),
  HOST: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The IP address the shop listens on. Default: 127.0.0.1 for the demo store, all addresses in live mode.',
    ),
  PUBLIC_URL: url(/^https?$/, WITHOUT_PATH)
    .refine(isOrigin, WITHOUT_PATH)
    .transform((text) => new URL(text).origin)
    .optional()
    .describe('The URL customers use, for links in emails and pages. Default: http://localhost:PORT.'),
  DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('The folder of images, the secret and the built-in database. Default: ./data.'),
  S3_ENDPOINT: url(/^https?$/, WITHOUT_PATH)
    .refine(isOrigin, WITHOUT_PATH)
    .transform((text) => new URL(text).origin)
    .optional()
    .describe(
      'The URL of an S3-compatible store for the images, without the bucket. Set all of S3_ENDPOINT, S3_REGION, S3_BUCKET and both keys, or none; without them images are stored in DATA_DIR/uploads.',
    ),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'a region such as eu-west-1')
    .optional()
    .describe('The region of the bucket; for stores without regions, us-east-1 or auto.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket’s name: 3 to 63 small letters, digits and hyphens')
    .optional()
    .describe('The bucket for all images of the shop, and nothing else.'),
  S3_ACCESS_KEY_ID: textOf(1, 200)
    .optional()
    .describe('A key that may read, write, delete and list objects in the bucket.'),
  S3_SECRET_ACCESS_KEY: textOf(1, 500).optional().describe('The secret of S3_ACCESS_KEY_ID.'),
  S3_FORCE_PATH_STYLE: flag(false).describe(
    'true: the bucket is part of the URL path, as MinIO and others require.',
  ),
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
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((entries) => entries.every(isAddressOrSubnet), 'addresses or subnets such as 10.0.0.1,10.0.0.0/8')
    .describe('IP addresses or subnets of proxies whose X-Forwarded-For is trusted, separated by commas.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], 'trace, debug, info, warn, error or fatal')
    .default('info')
    .describe('The lowest level that is logged.'),
  SMTP_URL: url(/^smtps?$/, 'an smtp:// or smtps:// address')
    .optional()
    .describe('The mail server. Without it the demo store shows emails on /dev/mailbox.'),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>]*<[^\s<>@]+@[\p{L}\p{N}.-]+>|[^\s<>@]+@[\p{L}\p{N}.-]+)$/u,
      'an address, or a name and an <address>',
    )
    .optional()
    .describe('The sender of the shop’s emails. Required in live mode.'),
  MAIL_ORDERS_TO: z
    .email('an email address')
    .optional()
    .describe('The email that is notified of each order. Default: the email in MAIL_FROM.'),
  SHOP_NAME: textOf(1, 60).optional().describe('The shop’s name. Required in live mode.'),
  SHOP_TAGLINE: textOf(0, 120).default('').describe('One line under the name.'),
  SHOP_EMAIL: z
    .email('an email address')
    .optional()
    .describe('The email shown to customers. Required in live mode.'),
  SHOP_PHONE: phone.optional().describe('The phone number shown to customers. Required in live mode.'),
  SHOP_ADDRESS: textOf(1, 200)
    .optional()
    .describe('Street, number and city of the store. Required in live mode.'),
  SHOP_CITY: textOf(1, 60).optional().describe('The city, for texts on pages. Required in live mode.'),
  SHOP_HOURS: textOf(0, 120).default('').describe('Opening hours.'),
  WHATSAPP_NUMBER: phone
    .transform((text) => text.replace('+', ''))
    .optional()
    .describe('The seller’s WhatsApp number, where orders are completed. Required in live mode.'),
  CURRENCY: z
    .string()
    .refine(isCurrency, `the ISO code of a currency with two decimals, such as ${DEFAULT_CURRENCY}`)
    .default(DEFAULT_CURRENCY)
    .describe('The currency of all prices, one with two decimals.'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, `a time zone such as ${DEFAULT_TIME_ZONE}`)
    .default(DEFAULT_TIME_ZONE)
    .describe('The shop’s time zone: promotions start and end at its midnight.'),
  STORE_LOCATION: mapPlace
    .optional()
    .describe(
      `Latitude and longitude of the store, for the map, such as ${EXAMPLE_LOCATION}. Required in live mode.`,
    ),
  MAP_TILES_URL: z
    .string()
    .regex(
      /^https?:\/\/\S+\{z\}\S*\{x\}\S*\{y\}|^https?:\/\/\S+\{z\}\S*\{y\}\S*\{x\}/,
      'an address with {z}, {x} and {y}',
    )
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png')
    .describe('The URL of the map tiles.'),
  MAP_ATTRIBUTION: textOf(0, 200)
    .default('© OpenStreetMap contributors')
    .describe('The attribution that the map tiles require.'),
  SOCIAL_INSTAGRAM: url(/^https$/, 'an https address')
    .optional()
    .describe('Link to the shop on Instagram.'),
  SOCIAL_FACEBOOK: url(/^https$/, 'an https address')
    .optional()
    .describe('Link to the shop on Facebook.'),
  SOCIAL_X: url(/^https$/, 'an https address')
    .optional()
    .describe('Link to the shop on X.'),
  SOCIAL_TIKTOK: url(/^https$/, 'an https address')
    .optional()
    .describe('Link to the shop on TikTok.'),
  OIDC_PROVIDERS: providers.describe(
    'Single sign-on: a JSON list of OpenID Connect providers {"id","name","issuer","clientId","clientSecret"}. Their callback URL is PUBLIC_URL/api/auth/oauth2/callback/ID.',
  ),
  SMS_URL: url(/^https?$/, 'an http(s) address')
    .optional()
    .describe(
      'A gateway for text messages, which receives a POST with JSON {"to","text"}. Without it phone numbers cannot sign in; the demo store shows text messages on /dev/mailbox.',
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
  DISK_RESERVE: size
    .prefault('1GB')
    .describe(
      'Free space reserved for orders on the disk of DATA_DIR, in bytes or as 1GB. With less, uploads are refused.',
    ),
  METRICS_PORT: z.coerce
    .number(A_PORT)
    .int(A_PORT)
    .min(1, A_PORT)
    .max(65535, A_PORT)
    .optional()
    .describe('The port of Prometheus metrics at /metrics. Without it no metrics are collected.'),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('The IP address METRICS_PORT listens on. The metrics have no access control.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'an http(s) address')
    .optional()
    .describe(
      'The URL of an OpenTelemetry collector, such as http://localhost:4318; traces are sent to /v1/traces there. Without it no traces are made.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.describe(
    'Headers that the collector requires, such as authorization=Basic%20abc, separated by commas.',
  ),
  OTEL_SERVICE_NAME: textOf(1, 60).default('aso-house').describe('The service name in traces.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(A_RATIO)
    .min(0, A_RATIO)
    .max(1, A_RATIO)
    .default(1)
    .describe(
      'The share of traces that is sent: 1 for all, 0.1 for a tenth. For traces that a trusted proxy started, the proxy decides.',
    ),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('The folder of backups, preferably on another disk. Default: DATA_DIR/backups.'),
  BACKUP_AT: timeOfDay
    .optional()
    .describe(
      'The time of the daily backup in the shop’s time zone, such as 03:00. Default: no scheduled backups.',
    ),
  BACKUP_VERIFY: z
    .enum(VERIFICATION_SCHEDULES, `one of ${VERIFICATION_SCHEDULES.join(', ')}`)
    .default('weekly')
    .describe(
      'How often a scheduled backup is verified by restoring it into a temporary database: weekly, after-each or off.',
    ),
  BACKUP_KEEP: z.coerce
    .number(A_NUMBER_KEPT)
    .int(A_NUMBER_KEPT)
    .min(1, A_NUMBER_KEPT)
    .max(1000, A_NUMBER_KEPT)
    .default(7)
    .describe('The number of backups to keep.'),
  BACKUP_KEY: z
    .string()
    .min(20, 'at least 20 characters')
    .optional()
    .describe(
      'Encrypts backups, which then include AUTH_SECRET. Store the key elsewhere: without it backups cannot be restored.',
    ),
  BACKGROUND_WORK: flag(true).describe('false: this process runs no background jobs and prepares no images.'),
});

/** Names and descriptions, for .env.example and the manual. */
export const VARIABLES: readonly { name: string; sentence: string; byDefault: string | undefined }[] =
  Object.entries(schema.shape).map(([name, field]) => {
    const byDefault = schema.safeParse({}).data?.[name as keyof Parsed];
    return {
      name,
      sentence: (field as z.ZodType).description ?? '',
      byDefault:
        typeof byDefault === 'string' || typeof byDefault === 'number' ? String(byDefault) : undefined,
    };
  });

type Parsed = z.infer<typeof schema>;

/** The settings of terminal commands: required settings of a live shop may be missing. */
export interface Settings extends Omit<Parsed, 'SHOP_MODE' | 'HOST' | 'PUBLIC_URL'> {
  SHOP_MODE: 'demo' | 'live';
  HOST: string;
  PUBLIC_URL: string;
}

/** The settings of a start: all required ones are present. */
export type Config = Settings & { [name in RequiredFact]-?: NonNullable<Settings[name]> };

/** Prevents the start: each line names a variable and its allowed values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const OF_S3 = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Incomplete S3 settings would otherwise fail only at the first upload. */
function mustBeAllOrNone(settings: Parsed): void {
  const missing = OF_S3.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === OF_S3.length) return;
  throw new ConfigError(
    `${missing.join(', ')} should be set too: images in S3 need all of ${OF_S3.join(', ')}`,
  );
}

/** Validates the environment once, at the start. Throws ConfigError. */
export const readConfig = (env: Record<string, string | undefined>): Config =>
  withEveryFact(readSettings(env));

/** Throws ConfigError with a line to add for each missing setting of a live shop. */
export function withEveryFact(settings: Settings): Config {
  const missing = missingFactLines(settings);
  if (missing.length === 0) return settings as Config;
  throw new ConfigError(
    [
      'A live shop does not start without its own facts. These are not set; write them in .env, or set them in the environment:',
      ...missing,
    ].join('\n'),
  );
}

/** Validates the environment as readConfig does, but allows missing settings. Throws ConfigError. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const env = withCurrentNames(environment);
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  );
  const mode = given.SHOP_MODE ?? (given.DATABASE_URL ? 'live' : 'demo');
  const known = mode === 'demo' ? { ...DEMO_FACTS, ...given } : given;
  const parsed = schema.safeParse(known);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${String(issue.path[0])} should be ${issue.message}`);
    throw new ConfigError([...new Set(lines)].join('\n'));
  }
  const settings = parsed.data;
  const SHOP_MODE = settings.SHOP_MODE ?? (settings.DATABASE_URL ? 'live' : 'demo');
  if (SHOP_MODE === 'live' && settings.DATABASE_URL && !settings.AUTH_SECRET) {
    throw new ConfigError(
      'AUTH_SECRET should be at least 32 random characters: live mode with DATABASE_URL needs it',
    );
  }
  mustBeAllOrNone(settings);
  const { CAPTCHA } = settings;
  const needsKeys = CAPTCHA === 'turnstile' || CAPTCHA === 'hcaptcha';
  if (needsKeys && !(settings.CAPTCHA_SITE_KEY && settings.CAPTCHA_SECRET)) {
    throw new ConfigError(`CAPTCHA_SITE_KEY and CAPTCHA_SECRET should be the keys that ${CAPTCHA} gave you`);
  }
  return {
    ...settings,
    SHOP_MODE,
    HOST: settings.HOST ?? (SHOP_MODE === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
  };
}
