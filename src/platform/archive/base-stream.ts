import { Readable } from 'node:stream';
import pg from 'pg';
import { BackupError } from '../backup/backup-error.ts';

// BASE_BACKUP of PostgreSQL's replication protocol: the server runs pg_backup_start, reads its own files, and runs
// pg_backup_stop. So the shop needs a role with REPLICATION instead of access to the files of another account, and a
// connection that ends early ends the backup.

/** The part of the node-postgres connection that its types omit. */
interface StreamConnection {
  stream: { pause(): void; resume(): void };
  query(text: string): void;
}

/** Kilobytes a second: leaves a small disk to the shop. */
const MAX_RATE = 32 * 1024;
/** The first byte of a message: a new archive begins, or bytes of the present one. */
const [NEW, DATA] = [0x6e, 0x64];

interface BaseStream {
  /** The files of the server, as one tar. */
  tar: Readable;
  /** Where the log begins and ends that the files need, such as '0/2000028'; once the tar was read to its end. */
  positions(): { start: string; stop: string; timeline: number };
}

/** A connection for commands of the replication protocol; the caller ends it. */
export async function connectForReplication(url: string): Promise<pg.Client> {
  const options = { connectionString: url, replication: 'true', application_name: 'aso-house archive' };
  const client = new pg.Client(options);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Starts a base backup. The tar fails with the error of the server; destroy the client when it is not read to its end. */
export function streamBase(client: pg.Client): BaseStream {
  const rows: string[][] = [];
  let archives = 0;
  let connection: StreamConnection | undefined;
  const tar = new Readable({ read: () => connection?.stream.resume() });
  const ignore = () => {};
  client.query({
    submit(given: unknown) {
      connection = given as StreamConnection;
      connection.query(
        `BASE_BACKUP (LABEL 'aso-house', CHECKPOINT 'fast', WAIT false, MANIFEST 'no', MAX_RATE ${MAX_RATE})`,
      );
    },
    handleRowDescription: ignore,
    handleDataRow: ({ fields }: { fields: string[] }) => void rows.push(fields),
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (tar.destroyed) return;
      if (chunk[0] === NEW && ++archives > 1) {
        tar.destroy(
          new BackupError('The server keeps data in tablespaces, which the archive does not support.'),
        );
      }
      // The parser reuses its buffer for the next message.
      if (chunk[0] === DATA && !tar.push(Buffer.from(chunk.subarray(1)))) connection?.stream.pause();
    },
    handleCommandComplete: ignore,
    handleReadyForQuery() {
      connection?.stream.resume();
      connection = undefined;
      tar.push(null);
    },
    handleError: (error: Error) => void tar.destroy(error),
  });
  return {
    tar,
    positions() {
      const [first, last] = [rows[0], rows.at(-1)];
      return { start: first![0]!, stop: last![0]!, timeline: Number(first![1]) };
    },
  };
}
