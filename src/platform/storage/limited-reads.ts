import type { Storage } from './storage.ts';
import { StorageUnavailable } from './storage-unavailable.ts';

/**
 * `storage.get` for clients, which may stop reading: `atOnce` files are open at a time, further calls throw
 * StorageUnavailable; a stream fails, and closes its file, after `idleMs` without a part that is read.
 */
export function limitedReads(
  storage: Pick<Storage, 'get'>,
  { atOnce, idleMs }: { atOnce: number; idleMs: number },
): Storage['get'] {
  let open = 0;

  function passOn(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    let timer: NodeJS.Timeout;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        timer = setTimeout(() => controller.error(new Error('The client does not read')), idleMs);
      },
      transform(part, controller) {
        controller.enqueue(part);
        timer.refresh();
      },
    });
    const end = () => {
      clearTimeout(timer);
      open--;
    };
    // A failure reaches the client through `readable`.
    source.pipeTo(writable).then(end, end);
    return readable;
  }

  return async (path) => {
    if (open >= atOnce) throw new StorageUnavailable(`${atOnce} clients are reading images`);
    open++;
    const file = await storage.get(path).catch((error: unknown) => {
      open--;
      throw error;
    });
    if (file) return { ...file, stream: passOn(file.stream) };
    open--;
    return null;
  };
}
