import type pg from 'pg';
import { cutConnection } from './cut-connection.ts';

/** Told of each statement as it is sent; what it answers is told of its end, with the error if there was one. */
export type OnStatement = (text: string) => ((error?: unknown) => void) | undefined;

/** Connections whose statements may take longer than others, in ms, for as long as their transaction lasts. */
const longer = new WeakMap<pg.ClientBase, number>();

/** Waits so long, in ms, for each answer on this connection; undefined for as long as on any other. */
export function waitLonger(client: pg.ClientBase, ms: number | undefined): void {
  if (ms === undefined) longer.delete(client);
  else longer.set(client, ms);
}

/**
 * A network that drops packets closes no socket: the server's timeouts end what it does, but nobody hears of it.
 * A caller that waits longer than `patience`, in ms, gets ETIMEDOUT, and the connection is cut: an answer that comes late
 * would be taken for the next one's.
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
