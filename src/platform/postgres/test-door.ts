import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A way to a database that can fall silent, as a network does that drops packets. */
export interface Door {
  /** The database's address through it. */
  url: string;
  /** From now on nothing passes, and no socket learns of it; new ones are taken and left alone. */
  silence(): void;
  fellSilent(): boolean;
  /** New connections pass again. Those that fell silent stay so. */
  open(): void;
  close(): void;
}

/** `until`: it falls silent by itself when somebody sends this, and is not heard any more; once. */
export async function openDoor(databaseUrl: string, { until }: { until?: string } = {}): Promise<Door> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let passing = new Set<Socket>();
  let isSilent = false;
  let word = until;
  const silence = () => {
    isSilent = true;
    passing = new Set();
  };
  const server = createServer((socket) => {
    const onward = isSilent ? undefined : dial(Number(target.port), target.hostname);
    if (onward) passing.add(socket);
    for (const end of [socket, onward]) if (end) sockets.add(end.on('error', () => {}));
    socket.on('data', (bytes) => {
      if (word && bytes.includes(word)) {
        word = undefined;
        silence();
      }
      if (passing.has(socket)) onward?.write(bytes);
    });
    onward?.on('data', (bytes) => passing.has(socket) && socket.write(bytes));
    socket.on('close', () => onward?.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    silence,
    fellSilent: () => isSilent,
    open() {
      isSilent = false;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
