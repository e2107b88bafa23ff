import { z } from 'zod';
import { bucketOf, isBucket } from './backup/bucket-address.ts';
import { withCurrentNames } from './renamed-settings.ts';
import { backupsSettings } from './settings/backups.ts';
import { databaseSettings } from './settings/database.ts';
import { mailSettings } from './settings/mail.ts';
import { monitoringSettings } from './settings/monitoring.ts';
import { serverSettings } from './settings/server.ts';
import { shopSettings } from './settings/shop.ts';
import { signInSettings } from './settings/sign-in.ts';
import { storageSettings } from './settings/storage.ts';
import { DEMO_FACTS, missingFactLines, type RequiredFact } from './shop-facts.ts';

/** Every variable the shop reads. A new setting is a line in its group, with description, default and allowed values. */
const schema = z.object({
  ...serverSettings,
  ...databaseSettings,
  ...storageSettings,
  ...mailSettings,
  ...shopSettings,
  ...signInSettings,
  ...monitoringSettings,
  ...backupsSettings,
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
const OF_BACKUP_STORE = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const;

/** Incomplete S3 settings would otherwise fail only at the first upload. */
function mustBeAllOrNone(settings: Parsed, names: readonly (keyof Parsed)[], what: string): void {
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  throw new ConfigError(`${missing.join(', ')} should be set too: ${what} all of ${names.join(', ')}`);
}

/** A bucket of backups needs a store, and that of the images would be lost together with the images. */
function mustHaveStoreForBackups(settings: Parsed): void {
  const { BACKUP_S3_ENDPOINT, S3_ENDPOINT, S3_BUCKET } = settings;
  const endpoint = BACKUP_S3_ENDPOINT ?? S3_ENDPOINT;
  for (const name of ['BACKUP_COPY', 'ARCHIVE_PLACE'] as const) {
    const address = settings[name];
    if (!address || !isBucket(address)) continue;
    if (endpoint === undefined) {
      throw new ConfigError(`${OF_BACKUP_STORE.join(', ')} should be set too: ${name} is a bucket`);
    }
    if (endpoint === S3_ENDPOINT && bucketOf(address).bucket === S3_BUCKET) {
      throw new ConfigError(`${name} should be another bucket than S3_BUCKET, which has the images`);
    }
  }
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
  mustBeAllOrNone(settings, OF_S3, 'images in S3 need');
  mustBeAllOrNone(settings, OF_BACKUP_STORE, 'backups in S3 need');
  mustHaveStoreForBackups(settings);
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
