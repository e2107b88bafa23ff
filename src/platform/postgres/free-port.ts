import { createServer } from 'node:net';

/** `wanted` if it is free on 127.0.0.1, otherwise any free port. */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted && (await listenOnce(wanted))) return wanted;
  const port = await listenOnce(0);
  if (!port) throw new Error('No free port on 127.0.0.1.');
  return port;
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const listening = server.address();
      server.close(() => resolve(typeof listening === 'object' ? listening?.port : undefined));
    });
  });
}
