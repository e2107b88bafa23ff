import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '#platform/log.ts';

/** Attributes of a span: never personal data, values, secrets or query strings. */
export type Facts = Readonly<Record<string, string | number>>;

/** A running span of a trace. */
export interface Span {
  /** 32 hexadecimal digits, the same for the whole trace. */
  readonly traceId: string;
  child(name: string, facts: Facts, kind?: 'client'): Span;
  note(facts: Facts): void;
  /** `why` is a kind, such as a class or a code; not a message, which may quote a value. */
  fail(why: string): void;
  end(): void;
}

const current = new AsyncLocalStorage<Span | undefined>();

/** The current span; undefined outside a trace, and always if tracing is off. */
export const currentSpan = (): Span | undefined => current.getStore();

/** Runs `work` as this span and ends it. A thrown error marks it as failed, except a refusal. */
export async function runSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(span, work);
  } catch (error) {
    if (!isRefusal(error)) span.fail(kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Runs `work` as a child span of the current trace; without one it just runs it. */
export function inSpan<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore();
  return parent ? runSpan(parent.child(name, facts), work) : work();
}

/** Runs `work`, which the current request only happened to start, without its trace. */
export const outsideTrace = <T>(work: () => T): T => current.run(undefined, work);

/** The same log, with the id of the current trace in its lines. */
export function tracedLog(log: Log): Log {
  const span = current.getStore();
  return span ? log.child({ trace_id: span.traceId }) : log;
}

/** A refused request is an expected answer, not a failure. */
const isRefusal = (error: unknown): boolean => Number((error as { status?: unknown } | null)?.status) < 500;

/** Only the kind of an error: PostgreSQL's or the network's code, or its name. */
export function kindOf(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  return (
    [code, name].map(String).find((kind) => kind !== 'undefined' && /^\w{1,40}$/.test(kind)) ?? 'unknown'
  );
}
