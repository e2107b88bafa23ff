/** Where a trace that began elsewhere has come to. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  /** Bit 0: it is recorded there, so it is here. */
  traceFlags: number;
}

/** Reads W3C's `traceparent`; undefined when it is none. */
export function traceParentOf(header: string): TraceParent | undefined {
  const [, version, traceId, spanId, flags, more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header.trim()) ?? [];
  if (!version || !traceId || !spanId || !flags || version === 'ff' || (version === '00' && more)) return;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
