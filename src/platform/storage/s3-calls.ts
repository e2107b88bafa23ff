import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { StorageUnavailable } from './storage-unavailable.ts';

export interface S3Settings {
  /** The store's URL without the bucket, such as https://s3.eu-west-1.amazonaws.com */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is in the path of the URL, not in its host name. */
  forcePathStyle: boolean;
}

export interface S3Calls {
  /** Null if the object does not exist. Throws StorageUnavailable. */
  call<T>(work: (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T | null>;
  /** Converts an error of the store. */
  unavailable(cause: unknown, timedOut?: boolean): StorageUnavailable;
}

const CONNECT_MS = 3000;
/** A slow reader of an original holds one for as long as it reads: at most 100 do (uploads-app.ts). */
const CONNECTIONS = 200;

/** How messages name the store and its settings. */
const OF_IMAGES = { store: 'The image storage', variables: 'S3_…' };

/**
 * Calls to one bucket, each with a timeout of `timeoutMs` including retries. `onUnavailable` receives every failure;
 * `what` names the store in it.
 */
export function createS3Calls(
  settings: S3Settings,
  timeoutMs: number,
  onUnavailable: (error: StorageUnavailable) => void,
  { store, variables } = OF_IMAGES,
): S3Calls {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    // Some compatible stores do not support Amazon's newer checksums; TLS and the length check protect an image too.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A store that never sends 'continue' would exceed the timeout of a call.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      // A reader that pauses is not a fault of the store; see object-stream.ts.
      socketTimeout: 0,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  });

  function unavailable(cause: unknown, timedOut = false): StorageUnavailable {
    if (cause instanceof StorageUnavailable) return cause;
    const text = `${store} at ${endpoint} ${whatHappened(cause, timedOut)}`;
    const error = new StorageUnavailable(text, { cause });
    onUnavailable(error);
    return error;
  }

  function whatHappened(cause: unknown, timedOut: boolean): string {
    if (timedOut) return `gave no answer within ${timeoutMs / 1000} s.`;
    if (cause instanceof S3ServiceException) {
      const status = cause.$metadata.httpStatusCode ?? 0;
      const hint = status < 500 ? ` Please look at the variables ${variables}` : '';
      return `answered ${cause.name} (${status}) for the bucket ${settings.bucket}.${hint}`;
    }
    const { code, message } = cause as NodeJS.ErrnoException;
    return `cannot be reached: ${code ?? message}`;
  }

  return {
    unavailable,
    async call(work) {
      const stop = new AbortController();
      // Not AbortSignal.timeout: a body may be read for longer after the response started.
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
