import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { StorageUnavailable } from './storage-unavailable.ts';

export interface S3Settings {
  /** The store's address without the bucket, such as https://s3.eu-west-1.amazonaws.com */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket stands in the path of the address, not in its host name. */
  forcePathStyle: boolean;
}

export interface S3Calls {
  /** Null when there is no such object. Throws StorageUnavailable. */
  call<T>(work: (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T | null>;
  /** What a fault of the store is called from here on. */
  unavailable(cause: unknown, timedOut?: boolean): StorageUnavailable;
}

const CONNECT_MS = 3000;
/** Whoever reads an image over a slow line holds a connection as long. */
const CONNECTIONS = 200;

/** Calls to one bucket, each ended after `timeoutMs`, whatever was tried in it. `onUnavailable` is told of every failure. */
export function createS3Calls(
  settings: S3Settings,
  timeoutMs: number,
  onUnavailable: (error: StorageUnavailable) => void,
): S3Calls {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    // Stores beside Amazon's do not all know its newer checksums; TLS and the length guard an image too.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A store that never says 'continue' would be waited for longer than a call may take.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      // A reader who pauses is no fault of the store; see object-stream.ts.
      socketTimeout: 0,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  });

  function unavailable(cause: unknown, timedOut = false): StorageUnavailable {
    if (cause instanceof StorageUnavailable) return cause;
    const text = `The image storage at ${endpoint} ${whatHappened(cause, timedOut)}`;
    const error = new StorageUnavailable(text, { cause });
    onUnavailable(error);
    return error;
  }

  function whatHappened(cause: unknown, timedOut: boolean): string {
    if (timedOut) return `gave no answer within ${timeoutMs / 1000} s.`;
    if (cause instanceof S3ServiceException) {
      const status = cause.$metadata.httpStatusCode ?? 0;
      const hint = status < 500 ? ' Please look at the variables S3_…' : '';
      return `answered ${cause.name} (${status}) for the bucket ${settings.bucket}.${hint}`;
    }
    const { code, message } = cause as NodeJS.ErrnoException;
    return `cannot be reached: ${code ?? message}`;
  }

  return {
    unavailable,
    async call(work) {
      const stop = new AbortController();
      // Not AbortSignal.timeout: a body that is still being read when the answer is there may take longer.
      const timer = setTimeout(() => stop.abort(), timeoutMs);
      try {
        return await work(client, { abortSignal: stop.signal });
      } catch (error) {
        if (error instanceof S3ServiceException && ['NotFound', 'NoSuchKey'].includes(error.name))
          return null;
        throw unavailable(error, stop.signal.aborted);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
