/** The parent span of a trace that started elsewhere. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  /** Bit 0: it is recorded there, so it is recorded here. */
  traceFlags: number;
}

/** Parses W3C's `traceparent`; undefined if invalid. */
export function traceParentOf(header: string): TraceParent | undefined {
  const [, version, traceId, spanId, flags, more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header.trim()) ?? [];
  if (!version || !traceId || !spanId || !flags || version === 'ff' || (version === '00' && more)) return;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
