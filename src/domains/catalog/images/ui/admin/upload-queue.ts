import { imageFault, isHeicFile } from '#shared/image-rules.ts';
import { randomId } from '#shared/random-id.ts';
import { createTransferQueue, type Transfer, type TransferQueueDeps } from './transfer-queue.ts';

/** An upload in progress. A completed one is removed: it is among the product's images. */
export interface Upload extends Transfer {
  file: File;
  /** A URL to display it; '' if the file cannot be displayed. */
  preview: string;
  primary: boolean;
  /** The ids of the files that were chosen after it: they may arrive first. */
  before: readonly string[];
}

export interface UploadQueueDeps extends Pick<TransferQueueDeps<Upload>, 'send' | 'onBusy' | 'connection'> {
  previewOf?: (file: File) => string;
  forgetPreview?: (address: string) => void;
}

/** Uploads chosen files of a product. The id of each is the image's, the same on every attempt. */
export function createUploadQueue({
  previewOf = (file) => (isHeicFile(file) ? '' : URL.createObjectURL(file)),
  forgetPreview = (address) => URL.revokeObjectURL(address),
  ...deps
}: UploadQueueDeps) {
  const { add, waitingState, ...queue } = createTransferQueue<Upload>({
    ...deps,
    onRemoved: ({ preview }) => preview && forgetPreview(preview),
  });
  return {
    ...queue,
    /** Adds chosen files in order; with `primary` the first valid one becomes primary. */
    add(files: readonly File[], primary: boolean) {
      let isFirst = true;
      const ids = files.map(() => randomId());
      const uploads = files.map((file, at): Upload => {
        const reason = imageFault(file) ?? undefined;
        const upload = {
          id: ids[at]!,
          file,
          primary: primary && isFirst && !reason,
          before: ids.slice(at + 1),
          progress: 0,
          reason,
        };
        if (!reason) isFirst = false;
        return {
          ...upload,
          preview: reason ? '' : previewOf(file),
          state: reason ? 'refused' : waitingState(),
        };
      });
      add(uploads);
    },
  };
}
