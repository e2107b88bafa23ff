import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '#platform/log.ts';

/** What a span says besides its name and its time: never a person, a value, a secret or a query string. */
export type Facts = Readonly<Record<string, string | number>>;

/** One step of a trace while it is going on. */
export interface Span {
  /** 32 hexadecimal digits, the same for all of the trace. */
  readonly traceId: string;
  child(name: string, facts: Facts, kind?: 'client'): Span;
  note(facts: Facts): void;
  /** `why` is a kind, such as a class or a code; no message, which may quote a value. */
  fail(why: string): void;
  end(): void;
}

const current = new AsyncLocalStorage<Span>();

/** The step that is running; undefined without a trace, which is every step while tracing is off. */
export const currentSpan = (): Span | undefined => current.getStore();

/** Runs `work` as this span, which ends with it. What it throws is a failure, unless it is a refusal. */
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

/** Runs `work` as a step of the trace that is running; where none is, it just runs it. */
export function inSpan<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore();
  return parent ? runSpan(parent.child(name, facts), work) : work();
}

/** The same log, whose lines name the trace that is running. */
export function tracedLog(log: Log): Log {
  const span = current.getStore();
  return span ? log.child({ trace_id: span.traceId }) : log;
}

/** What was asked for may not be: somebody was told so, and nothing went wrong. */
const isRefusal = (error: unknown): boolean => Number((error as { status?: unknown } | null)?.status) < 500;

/** Of an error only what kind it is: PostgreSQL's or the network's code, or its name. */
export function kindOf(error: unknown): string {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  return (
    [code, name].map(String).find((kind) => kind !== 'undefined' && /^\w{1,40}$/.test(kind)) ?? 'unknown'
  );
}
