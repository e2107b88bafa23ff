import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

// COPY as streams, built on the custom query interface of node-postgres (also used by pg-cursor): it gives an object
// the connection and then each message for it.

/** The part of the node-postgres connection that COPY needs and its types omit. */
interface CopyConnection {
  stream: Readable & NodeJS.WritableStream & { writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Each row is a separate message; rows are batched up to this many bytes. */
const BATCH = 64 * 1024;

const ignore = () => {};

/**
 * The output of `COPY … TO STDOUT`, read from the server no faster than it is consumed. Fails with the error of the
 * server. Destroying it early ends the client, because the rest of the table would still be sent.
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
      // The parser reuses its buffer for the next message.
      rows.push(Buffer.from(chunk));
      size += chunk.length;
      if (size >= BATCH) pass();
    },
    handleCommandComplete: ignore,
    handleReadyForQuery() {
      if (stream.destroyed) return;
      pass();
      // Return the connection to normal use.
      connection?.stream.resume();
      connection = undefined;
      stream.push(null);
    },
    handleError: (error: Error) => void stream.destroy(error),
  });
  return stream;
}

/**
 * Sends `source` into `COPY … FROM STDIN`, no faster than the server accepts it. Returns the number of rows. Fails
 * with the error of the source or the server; then the table has none of the rows.
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
        // The server reports its own error; the error of the source is the cause.
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
