import { z } from 'zod';
import { port, textOf, url } from './formats.ts';

const A_RATIO = 'a number from 0 to 1';

const HEADER_PAIRS = 'names and values such as authorization=Basic%20abc, separated by commas';
/** 'a=b,c=d', the header format of OpenTelemetry, with percent-encoded values. */
const headerPairs = z
  .string()
  .default('')
  .transform((text, ctx): Record<string, string> => {
    try {
      const pairs = text.split(',').flatMap((pair): [string, string][] => {
        const [, name, value] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? [];
        if (name && value !== undefined) return [[name, decodeURIComponent(value.trim())]];
        if (pair.trim() === '') return [];
        throw new Error(HEADER_PAIRS);
      });
      return Object.fromEntries(pairs);
    } catch {
      ctx.addIssue({ code: 'custom', message: HEADER_PAIRS });
      return z.NEVER;
    }
  });

/** Metrics and traces. */
export const monitoringSettings = {
  METRICS_PORT: port(1)
    .optional()
    .describe('The port of Prometheus metrics at /metrics. Without it no metrics are collected.'),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('The IP address METRICS_PORT listens on. The metrics have no access control.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'an http(s) address')
    .optional()
    .describe(
      'The URL of an OpenTelemetry collector, such as http://localhost:4318; traces are sent to /v1/traces there. Without it no traces are made.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.describe(
    'Headers that the collector requires, such as authorization=Basic%20abc, separated by commas.',
  ),
  OTEL_SERVICE_NAME: textOf(1, 60).default('aso-house').describe('The service name in traces.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(A_RATIO)
    .min(0, A_RATIO)
    .max(1, A_RATIO)
    .default(1)
    .describe(
      'The share of traces that is sent: 1 for all, 0.1 for a tenth. For traces that a trusted proxy started, the proxy decides.',
    ),
};
