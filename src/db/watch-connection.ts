import type pg from 'pg';
import { cutConnection } from './cut-connection.ts';

/** Called with each statement as it is sent. The returned function is called at its end, with the error if it failed. */
export type OnStatement = (text: string) => ((error?: unknown) => void) | undefined;

/** Timeouts in ms of connections with a longer one, for the duration of a transaction. */
const longer = new WeakMap<pg.ClientBase, number>();

/** Sets the timeout of statements on this connection in ms; undefined restores the default. */
export function waitLonger(client: pg.ClientBase, ms: number | undefined): void {
  if (ms === undefined) longer.delete(client);
  else longer.set(client, ms);
}

/**
 * Limits the time a caller waits for a statement. A network that drops packets closes no socket, so the server's
 * timeouts do not reach the caller. After `patience` ms the caller gets ETIMEDOUT and the connection is destroyed: a late
 * response would be taken for that of the next statement.
 */
export function watchConnection(
  client: pg.ClientBase,
  {
    patience,
    onSilence,
    onStatement,
  }: { patience: number; onSilence(error: Error): void; onStatement?: OnStatement },
): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;

  function giveUp(waited: number): void {
    const error = Object.assign(new Error(`The database did not answer within ${waited / 1000} s.`), {
      code: 'ETIMEDOUT',
    });
    onSilence(error);
    cutConnection(client, error);
  }

  const query = (...args: unknown[]): unknown => {
    const [asked] = args;
    const onEnd = onStatement?.(typeof asked === 'string' ? asked : (asked as pg.QueryConfig).text);
    const waits = longer.get(client) ?? patience;
    const timer = setTimeout(giveUp, waits, waits);
    const end = (error?: unknown) => {
      clearTimeout(timer);
      onEnd?.(error);
    };
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, result: unknown) => {
        end(error);
        callback(error, result);
      };
      return send(...args);
    }
    const answer = send(...args) as Promise<unknown>;
    answer.then(() => end(), end);
    return answer;
  };
  client.query = query as typeof client.query;
}
