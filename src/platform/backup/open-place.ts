import type { Config } from '../config.ts';
import type { S3Settings } from '../storage/s3-calls.ts';
import { BackupError } from './backup-error.ts';
import { type BackupPlace, folderPlace } from './backup-place.ts';
import { bucketOf, isBucket } from './bucket-address.ts';

type StoreConfig = Pick<
  Config,
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_FORCE_PATH_STYLE'
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_ACCESS_KEY_ID'
  | 'BACKUP_S3_SECRET_ACCESS_KEY'
  | 'BACKUP_S3_FORCE_PATH_STYLE'
>;

/**
 * The place of backups or of the archive at this address: a folder, or s3://bucket/prefix with the store of BACKUP_S3_…,
 * or else that of the images. Does not call the store yet. Throws BackupError if no store is configured.
 */
export async function openPlace(address: string, config: StoreConfig): Promise<BackupPlace> {
  if (!isBucket(address)) return folderPlace(address);
  const { bucket, prefix } = bucketOf(address);
  const settings = storeOf(config, bucket);
  if (!settings)
    throw new BackupError(`${address} is in no known store. Set BACKUP_S3_ENDPOINT and its key.`);
  // The S3 client is loaded only if it is configured.
  const { bucketPlace } = await import('./bucket-place.ts');
  return bucketPlace(settings, prefix);
}

/** The configuration has all variables of a store or none. */
function storeOf(config: StoreConfig, bucket: string): S3Settings | null {
  const isOwn = config.BACKUP_S3_ENDPOINT !== undefined;
  const endpoint = isOwn ? config.BACKUP_S3_ENDPOINT : config.S3_ENDPOINT;
  const region = isOwn ? config.BACKUP_S3_REGION : config.S3_REGION;
  const accessKeyId = isOwn ? config.BACKUP_S3_ACCESS_KEY_ID : config.S3_ACCESS_KEY_ID;
  const secretAccessKey = isOwn ? config.BACKUP_S3_SECRET_ACCESS_KEY : config.S3_SECRET_ACCESS_KEY;
  const forcePathStyle = isOwn ? config.BACKUP_S3_FORCE_PATH_STYLE : config.S3_FORCE_PATH_STYLE;
  if (!endpoint || !region || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle };
}
