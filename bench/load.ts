import { connect } from 'node:net';

/** One request. With a body it is a POST of JSON. */
export interface Target {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface LoadOptions {
  port: number;
  connections: number;
  /** Stops after this many seconds or requests, whichever comes first. */
  seconds?: number;
  requests?: number;
  /** The next request; `index` counts over all connections. */
  target(index: number): Target;
}

export interface LoadResult {
  perSecond: number;
  requests: number;
  /** In milliseconds, in order of arrival. */
  latencies: number[];
}

const HEADER_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

const requestText = ({ path, body, headers = {} }: Target, port: number): string => {
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const common = `Host: localhost:${port}\r\nAccept: */*\r\nAccept-Encoding: br, gzip\r\n${own.join('')}`;
  if (body === undefined) return `GET ${path} HTTP/1.1\r\n${common}\r\n`;
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\n${common}Origin: http://localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

/** Parses what is needed to detect the end of a response: its length, or -1 when it is chunked. */
function frameOf(head: string): { status: number; length: number } {
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return { status, length: length === undefined ? -1 : Number(length) };
}

/**
 * Keeps the connections busy, one request at a time on each. Uses raw sockets, because a full HTTP client
 * would take CPU time from the server under measurement. Throws at the first response that is not 200.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { port, connections, seconds = Number.POSITIVE_INFINITY, target } = options;
  const most = options.requests ?? Number.POSITIVE_INFINITY;
  const latencies: number[] = [];
  let sent = 0;
  const started = performance.now();
  const deadline = started + seconds * 1000;

  const drive = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let parts: Buffer[] = [];
      let got = 0;
      let bodyStart = -1;
      let length = 0;
      let since = 0;
      let current: Target;
      const next = () => {
        if (sent >= most || performance.now() >= deadline) {
          socket.destroy();
          return resolve();
        }
        current = target(sent++);
        parts = [];
        got = 0;
        bodyStart = -1;
        since = performance.now();
        socket.write(requestText(current, port));
      };
      const isWhole = (chunk: Buffer): boolean => {
        if (bodyStart < 0) {
          const all = parts.length === 1 ? chunk : Buffer.concat(parts);
          const end = all.indexOf(HEADER_END);
          if (end < 0) return false;
          const frame = frameOf(all.toString('latin1', 0, end));
          if (frame.status !== 200) throw new Error(`${current.path} answered ${frame.status}`);
          bodyStart = end + HEADER_END.length;
          length = frame.length;
        }
        if (length >= 0) return got - bodyStart >= length;
        if (chunk.length >= LAST_CHUNK.length) return chunk.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
        return Buffer.concat(parts).subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
      };
      socket.on('connect', next);
      socket.on('data', (chunk) => {
        parts.push(chunk);
        got += chunk.length;
        try {
          if (!isWhole(chunk)) return;
        } catch (error) {
          socket.destroy();
          return reject(error);
        }
        latencies.push(performance.now() - since);
        next();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
    });

  await Promise.all(Array.from({ length: connections }, drive));
  const took = (performance.now() - started) / 1000;
  return { perSecond: latencies.length / took, requests: latencies.length, latencies };
}
