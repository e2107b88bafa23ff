import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A way to a server of this machine that breaks as networks do: it is cut, or it falls silent. */
export interface TcpProxy {
  /** The server's address through it. */
  url: string;
  /** Every connection ends, and new ones are refused. */
  cut(): void;
  /** Cuts it in the middle of what is sent: after so many bytes from now on, of which none arrives. */
  cutAfter(bytes: number): void;
  /** From now on nothing passes, and no socket learns of it; new ones are taken and left alone. */
  silence(): void;
  fellSilent(): boolean;
  /** New connections pass again. Those that fell silent stay so. */
  open(): void;
  close(): void;
}

/**
 * `target` is the server's address; where it may come back on another port a function, asked at every connection,
 * null while there is none. `until`: it falls silent by itself when somebody sends this, and is not heard any more;
 * once.
 */
export async function openTcpProxy(
  target: string | (() => string | null),
  { until }: { until?: string } = {},
): Promise<TcpProxy> {
  const targetNow = typeof target === 'function' ? target : () => target;
  const sockets = new Set<Socket>();
  let uncacheable = new Set<Socket>();
  let isSilent = false;
  let word = until;
  /** Bytes that are swallowed before it is cut; infinite while it is whole. */
  let left = Number.POSITIVE_INFINITY;
  const silence = () => {
    isSilent = true;
    uncacheable = new Set();
  };
  const cut = () => {
    left = 0;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    near.on('error', () => {});
    const to = left === 0 ? null : targetNow();
    if (to === null) return void near.destroy();
    sockets.add(near);
    near.once('close', () => sockets.delete(near));
    if (isSilent) return void near.resume();
    const { hostname, port } = new URL(to);
    const far = dial(Number(port), hostname);
    uncacheable.add(near);
    far.on('error', () => {});
    near.on('data', (bytes) => {
      if (word && bytes.includes(word)) {
        word = undefined;
        silence();
      }
      if (left !== Number.POSITIVE_INFINITY) {
        left -= bytes.length;
        if (left <= 0) cut();
      } else if (uncacheable.has(near)) far.write(bytes);
    });
    far.on('data', (bytes) => uncacheable.has(near) && near.write(bytes));
    near.once('close', () => far.destroy());
    far.once('close', () => uncacheable.delete(near) && near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(targetNow()!);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut,
    cutAfter(bytes) {
      left = bytes;
    },
    silence,
    fellSilent: () => isSilent,
    open() {
      isSilent = false;
      left = Number.POSITIVE_INFINITY;
    },
    close() {
      cut();
      server.close();
    },
  };
}
