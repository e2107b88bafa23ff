import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A proxy to a server of this machine that simulates network failures: closed or silent connections. */
export interface TcpProxy {
  /** The URL of the server through the proxy. */
  url: string;
  /** Closes every connection and refuses new ones. */
  cut(): void;
  /** Closes the connections in the middle of a transfer: after this many bytes from now on, none of which arrives. */
  cutAfter(bytes: number): void;
  /** From now on no data passes, without closing sockets; new ones are accepted and ignored. */
  silence(): void;
  fellSilent(): boolean;
  /** New connections pass again. Silent ones stay silent. */
  open(): void;
  close(): void;
}

/**
 * `target` is the URL of the server, or a function called for each connection if its port may change; null while it
 * is stopped. `until`: the proxy becomes silent, once, when a client sends this text, which is not forwarded.
 */
export async function openTcpProxy(
  target: string | (() => string | null),
  { until }: { until?: string } = {},
): Promise<TcpProxy> {
  const targetNow = typeof target === 'function' ? target : () => target;
  const sockets = new Set<Socket>();
  let forwarding = new Set<Socket>();
  let isSilent = false;
  let word = until;
  /** Bytes to discard before closing; infinite in normal operation. */
  let left = Number.POSITIVE_INFINITY;
  const silence = () => {
    isSilent = true;
    forwarding = new Set();
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
    forwarding.add(near);
    far.on('error', () => {});
    near.on('data', (bytes) => {
      if (word && bytes.includes(word)) {
        word = undefined;
        silence();
      }
      if (left !== Number.POSITIVE_INFINITY) {
        left -= bytes.length;
        if (left <= 0) cut();
      } else if (forwarding.has(near)) far.write(bytes);
    });
    far.on('data', (bytes) => forwarding.has(near) && near.write(bytes));
    near.once('close', () => far.destroy());
    far.once('close', () => forwarding.delete(near) && near.destroy());
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
