import { randomUUID } from 'node:crypto';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '#platform/log.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Span } from './span.ts';
import type { Tracing } from './tracing.ts';

/** Flush timeout at the shutdown: the whole process has 15 s, mostly for responses and jobs. */
const FLUSH_MS = 1_500;
/** Spans waiting for the collector; more are dropped. */
const MOST_WAITING = 2_048;
/** The exporter's code for success. */
const SENT = 0;

export interface TracingOptions {
  url: string;
  headers: Record<string, string>;
  service: string;
  /** Share of the traces starting here that are recorded, 0 to 1. */
  ratio: number;
  log: Pick<Log, 'info' | 'warn'>;
}

/**
 * OpenTelemetry's SDK without its global tracer: libraries that look for it, such as better-auth and Drizzle, would
 * record values.
 */
export function startTracing({ url, headers, service, ratio, log }: TracingOptions): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: loggingOnce(new OTLPTraceExporter({ url, headers }), log),
        maxQueueSize: MOST_WAITING,
      }),
    ],
  });
  const tracer = provider.getTracer('aso-house');
  return {
    begin(name, { kind, facts, parent }) {
      const before = parent
        ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
        : ROOT_CONTEXT;
      const span = tracer.startSpan(
        name,
        { kind: kind === 'server' ? SpanKind.SERVER : SpanKind.CONSUMER, attributes: facts },
        before,
      );
      return span.isRecording() ? spanOf(span, tracer, before) : undefined;
    },
    async close() {
      await withTimeout(FLUSH_MS, provider.shutdown()).catch(() => {});
    },
  };
}

function spanOf(span: OtelSpan, tracer: Tracer, before: Context): Span {
  const context = trace.setSpan(before, span);
  return {
    traceId: span.spanContext().traceId,
    child: (name, facts, kind) =>
      spanOf(
        tracer.startSpan(
          name,
          { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes: facts },
          context,
        ),
        tracer,
        context,
      ),
    note: (facts) => void span.setAttributes(facts),
    fail(why) {
      span.setAttribute('error.type', why).setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/** Logs an unavailable collector once, and once when it responds again; the spans of that time are lost. */
function loggingOnce(exporter: SpanExporter, log: TracingOptions['log']): SpanExporter {
  let isUnavailable = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== SENT;
        // Its URL, its headers and its response may contain secrets.
        if (failed && !isUnavailable)
          log.warn({ reason: result.error?.message }, 'no collector takes the traces');
        if (!failed && isUnavailable) log.info('the collector takes traces again');
        isUnavailable = failed;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
