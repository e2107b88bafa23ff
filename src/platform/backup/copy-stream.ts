import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

// COPY as streams, over what node-postgres offers to query classes of others (as pg-cursor is one): it hands an
// object its connection and then every message that belongs to it.

/** The part of node-postgres's connection that COPY needs and its types do not name. */
interface CopyConnection {
  stream: Readable & NodeJS.WritableStream & { writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Each row comes as a message of its own; so many bytes of them travel on together. */
const BATCH = 64 * 1024;

const ignore = () => {};

/**
 * The bytes of `COPY … TO STDOUT`, read from the server no faster than they are taken. Fails with the server's
 * error. Whoever destroys it early ends the client: the rest of the table would still come.
 */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let connection: CopyConnection | undefined;
  let rows: Buffer[] = [];
  let size = 0;
  const stream = new Readable({ read: () => void connection?.stream.resume() });
  const pass = () => {
    const more = size === 0 || stream.push(Buffer.concat(rows));
    rows = [];
    size = 0;
    if (!more) connection?.stream.pause();
  };
  client.query({
    submit(given: unknown) {
      connection = given as CopyConnection;
      connection.query(statement);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (stream.destroyed) return;
      // The parser writes over its buffer with what comes next.
      rows.push(Buffer.from(chunk));
      size += chunk.length;
      if (size >= BATCH) pass();
    },
    handleCommandComplete: ignore,
    handleReadyForQuery() {
      if (stream.destroyed) return;
      pass();
      // The connection is somebody else's again.
      connection?.stream.resume();
      connection = undefined;
      stream.push(null);
    },
    handleError: (error: Error) => void stream.destroy(error),
  });
  return stream;
}

/**
 * Sends `source` into `COPY … FROM STDIN`, no faster than the server takes it. Gives the number of rows. Fails with
 * the source's error or the server's; then nothing of it is in the table.
 */
export function copyIn(
  client: pg.ClientBase,
  statement: string,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let copied = 0;
    let failed: Error | undefined;

    async function send(connection: CopyConnection): Promise<void> {
      try {
        for await (const chunk of source) {
          if (failed) return;
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
        }
        if (!failed) connection.endCopyFrom();
      } catch (error) {
        // The server answers with an error of its own; ours is the reason for it.
        failed ??= error as Error;
        connection.sendCopyFail('the source failed');
      }
    }

    client.query({
      submit: (connection: unknown) => (connection as CopyConnection).query(statement),
      handleCopyInResponse: (connection: CopyConnection) => void send(connection),
      handleCommandComplete({ text }: { text: string }) {
        copied = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
      },
      handleReadyForQuery: () => resolve(copied),
      handleError(error: Error) {
        failed ??= error;
        reject(failed);
      },
    });
  });
}
