import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { localStorage } from './local-storage.ts';
import type { S3Settings } from './s3-calls.ts';
import type { Storage } from './storage.ts';

type S3Config = Pick<
  Config,
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_FORCE_PATH_STYLE'
>;

/**
 * The configured storage: an S3 bucket, or else the folder `uploadsDir`. Does not call the store yet; later failures
 * are logged to `log`.
 */
export async function openStorage(
  config: S3Config,
  uploadsDir: string,
  log?: Pick<Log, 'warn'>,
): Promise<Storage> {
  const settings = settingsOf(config);
  if (!settings) return localStorage(uploadsDir);
  // The S3 client is loaded only if it is configured.
  const { s3Storage } = await import('./s3-storage.ts');
  return s3Storage(settings, {
    onUnavailable: (error) => log?.warn({ err: error }, 'the image storage is unavailable'),
  });
}

/** The configuration has all of them or none. */
function settingsOf(config: S3Config): S3Settings | null {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
  };
}
