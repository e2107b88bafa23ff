import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { objectStream } from '../storage/object-stream.ts';
import { createS3Calls, type S3Settings } from '../storage/s3-calls.ts';
import type { BackupPlace, PlaceFile, Source } from './backup-place.ts';
import { pieces } from './pieces.ts';

/** Larger files are uploaded in parts of this size; a store takes 10,000 parts of one file. */
const PART = 8 * 2 ** 20;
/** One part over a line of 30 kB a second. */
const TIMEOUT_MS = 5 * 60_000;
const STALL_MS = 60_000;

/** A bucket of an S3-compatible store, or the part of it below `prefix`. Everything throws StorageUnavailable. */
export function bucketPlace(
  settings: S3Settings,
  prefix = '',
  { timeoutMs = TIMEOUT_MS, partSize = PART }: { timeoutMs?: number; partSize?: number } = {},
): BackupPlace {
  const { call, unavailable } = createS3Calls(settings, timeoutMs, () => {}, {
    store: 'The store of the backups',
    variables: 'BACKUP_COPY, ARCHIVE_PLACE and BACKUP_S3_…',
  });
  const above = prefix === '' ? '' : `${prefix}/`;
  const Bucket = settings.bucket;
  const objectOf = (name: string) => ({ Bucket, Key: above + name });

  async function* pagesOf(Prefix: string, Delimiter?: string) {
    let ContinuationToken: string | undefined;
    do {
      const page = await call((client, options) =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix, Delimiter, ContinuationToken }), options),
      );
      if (page) yield page;
      ContinuationToken = page?.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async function* walk(folder: string): AsyncGenerator<PlaceFile> {
    for await (const page of pagesOf(`${above}${folder}/`)) {
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
        yield { name: Key.slice(above.length), size: Size, modified: LastModified };
      }
    }
  }

  const remove = async (name: string): Promise<void> =>
    void (await call((client, options) => client.send(new DeleteObjectCommand(objectOf(name)), options)));

  const put = (name: string, Body: Uint8Array) =>
    call((client, options) => client.send(new PutObjectCommand({ ...objectOf(name), Body }), options));

  /** `first` is not the last part. Nothing is visible before all parts are there. */
  async function putInParts(
    name: string,
    first: Buffer,
    more: AsyncGenerator<{ bytes: Buffer; isLast: boolean }>,
  ): Promise<void> {
    const object = objectOf(name);
    const started = await call((client, options) =>
      client.send(new CreateMultipartUploadCommand(object), options),
    );
    const upload = { ...object, UploadId: started?.UploadId };
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    async function putPart(Body: Uint8Array): Promise<void> {
      const PartNumber = Parts.length + 1;
      const done = await call((client, options) =>
        client.send(new UploadPartCommand({ ...upload, PartNumber, Body }), options),
      );
      Parts.push({ ETag: done?.ETag, PartNumber });
    }
    try {
      await putPart(first);
      for await (const { bytes } of more) await putPart(bytes);
      await call((client, options) =>
        client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), options),
      );
    } catch (error) {
      await call((client, options) => client.send(new AbortMultipartUploadCommand(upload), options)).catch(
        () => {},
      );
      throw error;
    }
  }

  return {
    address: `s3://${Bucket}${prefix && `/${prefix}`}`,
    walk,
    remove,
    async folders() {
      const found: string[] = [];
      for await (const page of pagesOf(above, '/')) {
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) found.push(Prefix.slice(above.length, -1));
      }
      return found;
    },
    async has(name) {
      const found = await call((client, options) =>
        client.send(new HeadObjectCommand(objectOf(name)), options),
      );
      return found !== null;
    },
    async read(name) {
      const found = await call((client, options) =>
        client.send(new GetObjectCommand(objectOf(name)), options),
      );
      return found && objectStream(found.Body as Readable, { stallMs: STALL_MS, failed: unavailable });
    },
    async write(name, source: Source) {
      const parts = pieces(source, partSize);
      const { value } = await parts.next();
      if (value?.isLast) await put(name, value.bytes);
      else await putInParts(name, value!.bytes, parts);
    },
    // A store answers when the object is durable.
    sync: async () => {},
    async removeFolder(folder, first) {
      for (const name of first) await remove(`${folder}/${name}`);
      for await (const { name } of walk(folder)) await remove(name);
    },
  };
}
