import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A way to a server of this machine that can be cut, as a network is. */
export interface Way {
  /** The address of the server by this way. */
  url: string;
  cut(): void;
  /**
   * Cuts it in the middle of what is sent: after so many bytes from now on, of which none arrives. (What breaks off
   * is nothing to an S3; the one of our tests would keep it.)
   */
  cutAfter(bytes: number): void;
  mend(): void;
  close(): void;
}

/** `target` is asked at every connection: a server may come back on another port; null while there is none. */
export async function openWay(target: () => string | null): Promise<Way> {
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  const cut = () => {
    left = 0;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    const to = left === 0 ? null : target();
    if (to === null) return void near.destroy();
    const { port, hostname } = new URL(to);
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    const passing = new Transform({
      transform(part: Buffer, _, done) {
        if (left === Number.POSITIVE_INFINITY) return done(null, part);
        left -= part.length;
        if (left <= 0) cut();
        done();
      },
    });
    near.pipe(passing).pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target()!);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut,
    cutAfter(bytes) {
      left = bytes;
    },
    mend() {
      left = Number.POSITIVE_INFINITY;
    },
    close() {
      cut();
      server.close();
    },
  };
}
