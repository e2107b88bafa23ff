import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as received. */
export interface SentSpan {
  traceId: string;
  spanId: string;
  /** Empty for the root span of a trace. */
  parentId: string;
  name: string;
  /** OTLP's number: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  failed: boolean;
  facts: Record<string, string | number>;
}

/** A collector on this machine that accepts OTLP as protobuf. `refuse` makes it respond with a status. */
export async function openCollector() {
  const spans: SentSpan[] = [];
  const asked: { path: string | undefined; headers: IncomingHttpHeaders; bytes: Buffer }[] = [];
  const resources: Record<string, string | number>[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(parts);
      asked.push({ path: request.url, headers: request.headers, bytes });
      if (status === 200) take(bytes);
      response.writeHead(status).end();
    });
  });

  function take(bytes: Buffer): void {
    for (const resourceSpans of messages(read(bytes), 1)) {
      resources.push(...messages(resourceSpans, 1).map((resource) => factsIn(resource, 1)));
      for (const scope of messages(resourceSpans, 2)) spans.push(...messages(scope, 2).map(spanIn));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    asked,
    resources,
    refuse(answer: number) {
      status = answer;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

// The protobuf wire format: a message consists of fields, each a number, a type and a value. Field numbers are those
// of opentelemetry/proto/trace/v1/trace.proto and common/v1/common.proto.

type Value = Buffer | bigint;
type Message = Map<number, Value[]>;

function read(bytes: Buffer): Message {
  const message: Message = new Map();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const kind = tag & 7;
    const value = kind === 0 ? varint() : take(kind === 1 ? 8 : kind === 5 ? 4 : Number(varint()));
    message.set(tag >> 3, [...(message.get(tag >> 3) ?? []), value]);
  }
  return message;
}

const messages = (message: Message, field: number): Message[] =>
  (message.get(field) ?? []).map((value) => read(value as Buffer));
const text = (message: Message, field: number, encoding?: 'hex') =>
  ((message.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)).toString(encoding);
const whole = (message: Message | undefined, field: number) => Number(message?.get(field)?.[0] ?? 0);

const factsIn = (message: Message, field: number): Record<string, string | number> =>
  Object.fromEntries(
    messages(message, field).map((pair) => {
      const value = messages(pair, 2)[0]!;
      return [text(pair, 1), value.has(1) ? text(value, 1) : whole(value, 3)];
    }),
  );

const spanIn = (span: Message): SentSpan => ({
  traceId: text(span, 1, 'hex'),
  spanId: text(span, 2, 'hex'),
  parentId: text(span, 4, 'hex'),
  name: text(span, 5),
  kind: whole(span, 6),
  failed: whole(messages(span, 15)[0], 3) === 2,
  facts: factsIn(span, 9),
});
