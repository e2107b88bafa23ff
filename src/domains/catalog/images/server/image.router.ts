import { gated } from '#platform/rpc/gate.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import { imageContract } from '../image.contract.ts';
import { deleteImage, listImages, reorderImages, setPrimaryImage, uploadImage } from './image.service.ts';

export function imageRouter(catalogue: Catalogue) {
  const os = gated(imageContract);
  return {
    listImages: os.listImages.handler(({ input, errors }) =>
      listImages({ ...catalogue, errors }, input.productId),
    ),
    uploadImage: os.uploadImage.handler(({ input, context, signal, errors }) =>
      uploadImage({ ...catalogue, errors }, context.user, input, signal),
    ),
    deleteImage: os.deleteImage.handler(async ({ input, context, errors }) => {
      await deleteImage({ ...catalogue, errors }, context.user, input.id);
      return { deleted: true as const };
    }),
    setPrimaryImage: os.setPrimaryImage.handler(({ input, context, errors }) =>
      setPrimaryImage({ ...catalogue, errors }, context.user, input.id),
    ),
    reorderImages: os.reorderImages.handler(({ input, context, errors }) =>
      reorderImages({ ...catalogue, errors }, context.user, input),
    ),
  };
}
