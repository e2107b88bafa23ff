import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { type Facts, runSpan, type Span } from './span.ts';
import type { TraceParent } from './trace-parent.ts';

/** How a trace begins. */
export interface Beginning {
  kind: 'server' | 'consumer';
  facts: Facts;
  /** It began elsewhere, and this is its next step. */
  parent?: TraceParent;
}

/** What sends traces to a collector. */
export interface Tracing {
  /** Undefined when this one is none of those that are recorded. */
  begin(name: string, beginning: Beginning): Span | undefined;
  /** Sends what is left, for so long as a stop can wait. */
  close(): Promise<void>;
}

/** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT: then nothing that sends traces is even loaded. */
export async function openTracing(config: Config, log: Log): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return undefined;
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    service: config.OTEL_SERVICE_NAME,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    log,
  });
}

/** Runs `work` as the first step of a trace, where there is tracing and this one is recorded. */
export function inTrace<T>(
  tracing: Tracing | undefined,
  name: string,
  beginning: Beginning,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracing?.begin(name, beginning);
  return span ? runSpan(span, work) : work();
}
