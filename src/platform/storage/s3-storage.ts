import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { objectStream } from './object-stream.ts';
import { createS3Calls, type S3Settings } from './s3-calls.ts';
import {
  type Bytes,
  CACHE_CONTROL,
  contentTypeOf,
  fileSegments,
  firstOf,
  folderSegments,
  isFilePath,
  requireContentType,
  type Storage,
  type StoredFile,
} from './storage.ts';
import type { StorageUnavailable } from './storage-unavailable.ts';

/** Maximum page size of an S3 list. */
const PAGE = 1000;
const TIMEOUT_MS = 20_000;

export interface S3Options {
  /** Timeout of one call including retries. */
  timeoutMs?: number;
  /** Receives every failed call. */
  onUnavailable?: (error: StorageUnavailable) => void;
  /** Files per list request. */
  pageSize?: number;
}

/**
 * Storage in one bucket of an S3-compatible store; a file's key is its path. Every function throws StorageUnavailable
 * if the store does not respond in time or refuses access. A put without a response may have succeeded anyway: then
 * there is a file without a row.
 */
export function s3Storage(
  settings: S3Settings,
  { timeoutMs = TIMEOUT_MS, pageSize = PAGE, onUnavailable = () => {} }: S3Options = {},
): Storage {
  const { call, unavailable } = createS3Calls(settings, timeoutMs, onUnavailable);
  const { bucket } = settings;
  const objectOf = (path: string) => ({ Bucket: bucket, Key: fileSegments(path).join('/') });

  async function stat(path: string): Promise<StoredFile | null> {
    const object = objectOf(path);
    const found = await call((client, options) => client.send(new HeadObjectCommand(object), options));
    return found && described(path, found.ContentLength, found.LastModified);
  }

  async function* walk(folder: string, atOnce = pageSize): AsyncGenerator<StoredFile> {
    const Prefix = `${folderSegments(folder).join('/')}/`;
    let after: string | undefined;
    do {
      const page = await call((client, options) =>
        client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix,
            MaxKeys: atOnce,
            ContinuationToken: after,
          }),
          options,
        ),
      );
      for (const { Key = '', Size, LastModified } of page?.Contents ?? []) {
        if (isFilePath(Key)) yield described(Key, Size, LastModified);
      }
      after = page?.NextContinuationToken;
    } while (after !== undefined);
  }

  return {
    stat,
    walk: (folder) => walk(folder),
    list: (folder, limit) => firstOf(walk(folder, Math.min(pageSize, Math.max(1, limit ?? pageSize))), limit),
    async put(path, bytes, { contentType }) {
      const object = objectOf(path);
      requireContentType(path, contentType);
      // Complete or not at all: an interrupted upload never reaches the store.
      const Body = await wholeOf(bytes);
      await call((client, options) =>
        client.send(
          new PutObjectCommand({ ...object, Body, ContentType: contentType, CacheControl: CACHE_CONTROL }),
          options,
        ),
      );
      return described(path, Body.length, new Date());
    },
    async get(path) {
      const object = objectOf(path);
      const found = await call((client, options) => client.send(new GetObjectCommand(object), options));
      if (!found) return null;
      const stream = objectStream(found.Body as Readable, { stallMs: timeoutMs, failed: unavailable });
      return { ...described(path, found.ContentLength, found.LastModified), stream };
    },
    async delete(path) {
      // S3 gives the same response whether the object existed or not.
      if (!(await stat(path))) return false;
      await call((client, options) => client.send(new DeleteObjectCommand(objectOf(path)), options));
      return true;
    },
  };
}

const described = (path: string, size = 0, modified = new Date(0)): StoredFile => ({
  path,
  size,
  contentType: contentTypeOf(path)!,
  modified,
});

async function wholeOf(bytes: Bytes): Promise<Uint8Array> {
  if (bytes instanceof Uint8Array) return bytes;
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}
