import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './s3-calls.ts';

/** An S3 server on a free port of this machine. */
export interface TestS3 {
  /** The settings of a new, empty bucket. */
  newBucket(): Promise<S3Settings>;
  /** From now on it accepts connections without responding; `wake` ends this. */
  sleep(): void;
  wake(): void;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

/** Starts it in a separate process: its continuation tokens need a cipher that Node disables. */
export async function startTestS3(): Promise<TestS3> {
  const dir = await mkdtemp(join(tmpdir(), 'aso-s3-'));
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const server = spawn(
    process.execPath,
    [
      ...['--openssl-legacy-provider', '--no-deprecation', program],
      ...['-d', dir, '-a', '127.0.0.1', '-p', '0', '-s', '--no-vhost-buckets'],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await portOf(server);
  const account = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    // The only one it knows.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    forcePathStyle: true,
  };
  const client = new S3Client({ ...account, credentials: account });
  return {
    async newBucket() {
      const bucket = `aso-house-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return { ...account, bucket };
    },
    sleep: () => void server.kill('SIGSTOP'),
    wake: () => void server.kill('SIGCONT'),
    async close() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGKILL');
        await once(server, 'exit');
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function portOf(server: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: server.stdout! })) {
    const port = /listening on .*:(\d+)/.exec(line)?.[1];
    if (port) return Number(port);
  }
  throw new Error('The S3 server of the tests did not start');
}
