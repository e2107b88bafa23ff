import { useSyncExternalStore } from 'react';
import { toast } from '#design/toast.ts';
import { useUndoAction } from '#design/undo.ts';
import { useProductsChanged } from '../../../products/ui/admin/product-admin.queries.ts';
import { uploadMessages } from '../../image.messages.ts';
import { confirmUnload } from './confirm-unload.ts';
import { useKnownImages, useUploadImage, withImage } from './image.queries.ts';
import { createUploadQueue, type UploadQueueDeps } from './upload-queue.ts';

/** Queues outlive their screens: uploads continue while another tab or screen of the back office is shown. */
interface Opened {
  queue: ReturnType<typeof createUploadQueue>;
  send: UploadQueueDeps['send'];
  /** The images since the queue was last empty, which one toast announces and undoes. */
  uploaded: object[];
}
const open = new Map<string, Opened>();

/** The uploads of a product. */
export function useUploads(productId: string) {
  const upload = useUploadImage();
  const know = useKnownImages(productId);
  const changed = useProductsChanged();
  const undoOf = useUndoAction();
  const send: UploadQueueDeps['send'] = async ({ id, file, primary, before }, options) => {
    try {
      const image = await upload({ productId, id, file, primary, before: [...before] }, options);
      if (options.signal.aborted) return;
      await know((images) => withImage(images, image));
      known.uploaded.push(image);
      toast.success(uploadMessages.success, { id: `uploaded ${productId}`, ...undoOf(...known.uploaded) });
    } catch (error) {
      if (!options.signal.aborted) console.error(uploadMessages.failure.title, error);
      throw error;
    } finally {
      // Also after a failure: the response may have been lost, not the image.
      void changed();
    }
  };
  const known = open.get(productId) ?? opened(productId, send);
  // Always through the currently mounted screen.
  known.send = send;
  const { queue } = known;
  return { uploads: useSyncExternalStore(queue.subscribe, queue.list, queue.list), queue };
}

function opened(productId: string, send: UploadQueueDeps['send']): Opened {
  const queue = createUploadQueue({
    send: (upload, options) => known.send(upload, options),
    onBusy(isBusy) {
      if (isBusy) known.uploaded = [];
      confirmUnload(isBusy);
    },
  });
  const known: Opened = { queue, send, uploaded: [] };
  open.set(productId, known);
  return known;
}
