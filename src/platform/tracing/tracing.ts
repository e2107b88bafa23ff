import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { type Facts, runSpan, type Span } from './span.ts';
import type { TraceParent } from './trace-parent.ts';

/** How a trace starts. */
export interface Beginning {
  kind: 'server' | 'consumer';
  facts: Facts;
  /** It started elsewhere, and this is a child span. */
  parent?: TraceParent;
}

/** Sends traces to a collector. */
export interface Tracing {
  /** Undefined if this trace is not recorded. */
  begin(name: string, beginning: Beginning): Span | undefined;
  /** Sends the remaining spans, up to the flush timeout. */
  close(): Promise<void>;
}

/** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT: then no exporter code is loaded. */
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

/** Runs `work` as the root span of a trace, if tracing is on and this trace is recorded. */
export function inTrace<T>(
  tracing: Tracing | undefined,
  name: string,
  beginning: Beginning,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracing?.begin(name, beginning);
  return span ? runSpan(span, work) : work();
}
