import { gated } from '#platform/rpc/gate.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import { imageContract } from '../image.contract.ts';
import { deleteImage, listImages, reorderImages, setPrimaryImage, uploadImage } from './image.service.ts';

export function imageRouter(catalogue: Catalogue) {
  const os = gated(imageContract);
  return {
    listImages: os.listImages.handler(({ input }) => listImages(catalogue, input.productId)),
    uploadImage: os.uploadImage.handler(({ input, context, signal }) =>
      uploadImage(catalogue, context.user, input, signal),
    ),
    deleteImage: os.deleteImage.handler(async ({ input, context }) => {
      await deleteImage(catalogue, context.user, input.id);
      return { deleted: true as const };
    }),
    setPrimaryImage: os.setPrimaryImage.handler(({ input, context }) =>
      setPrimaryImage(catalogue, context.user, input.id),
    ),
    reorderImages: os.reorderImages.handler(({ input, context }) =>
      reorderImages(catalogue, context.user, input),
    ),
  };
}
