import { createServer } from 'node:http';
import { ListenError } from '#platform/http/listen.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from './metrics.ts';

/**
 * Serves GET /metrics on a separate port and nothing else, so that the shop's port does not expose it. Throws
 * ListenError.
 */
export function listenMetrics(options: {
  metrics: Pick<Metrics, 'text'>;
  host: string;
  port: number;
  log: Pick<Log, 'error'>;
}): Promise<{ port: number; close(): Promise<void> }> {
  const { metrics, host, port, log } = options;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      ({ contentType, body }) => response.writeHead(200, { 'content-type': contentType }).end(body),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ListenError(`Metrics cannot be served on ${host}:${port} (METRICS_PORT): ${error.message}`)),
    );
    server.listen(port, host, () => {
      const listening = server.address();
      resolve({
        port: typeof listening === 'object' && listening ? listening.port : port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}
