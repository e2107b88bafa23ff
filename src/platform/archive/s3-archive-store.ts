import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { createS3Calls, type S3Settings } from '../storage/s3-calls.ts';
import type { ArchivedFile, ArchiveStore } from './archive-store.ts';

/** Time limit of one call including retries, ms: a part of a base backup has some megabytes. */
const TIMEOUT_MS = 60_000;

/** An archive in a bucket, below `prefix`. Every function throws StorageUnavailable. */
export function s3ArchiveStore(settings: S3Settings, prefix: string): ArchiveStore {
  const { call } = createS3Calls(settings, TIMEOUT_MS, () => {}, {
    store: 'The store of the archive',
    variables: 'ARCHIVE_PLACE and BACKUP_S3_…',
  });
  const objectOf = (path: string) => ({ Bucket: settings.bucket, Key: `${prefix}/${path}` });

  return {
    address: `s3://${settings.bucket}/${prefix}`,
    async put(path, bytes) {
      await call((client, options) =>
        client.send(new PutObjectCommand({ ...objectOf(path), Body: bytes }), options),
      );
    },
    async get(path) {
      const bytes = await call(async (client, options) => {
        const { Body } = await client.send(new GetObjectCommand(objectOf(path)), options);
        return Body?.transformToByteArray();
      });
      return bytes ? Buffer.from(bytes) : null;
    },
    has: async (path) =>
      (await call((client, options) => client.send(new HeadObjectCommand(objectOf(path)), options))) !== null,
    async list(folder) {
      const Prefix = `${prefix}/${folder}/`;
      const found: ArchivedFile[] = [];
      let after: string | undefined;
      do {
        const page = await call((client, options) =>
          client.send(
            new ListObjectsV2Command({ Bucket: settings.bucket, Prefix, ContinuationToken: after }),
            options,
          ),
        );
        for (const { Key = '', LastModified = new Date(0) } of page?.Contents ?? []) {
          const name = Key.slice(Prefix.length);
          if (name && !name.includes('/')) found.push({ name, modified: LastModified });
        }
        after = page?.NextContinuationToken;
      } while (after !== undefined);
      return found;
    },
    async remove(path) {
      await call((client, options) => client.send(new DeleteObjectCommand(objectOf(path)), options));
    },
  };
}
