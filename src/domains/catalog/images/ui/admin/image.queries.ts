import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useSignedInAgain } from '#design/sign-in-again.ts';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import {
  PRODUCTS,
  type ProductsApi,
  useProductsChanged,
} from '../../../products/ui/admin/product-admin.queries.ts';
import type { ProductImage } from '../../image.contract.ts';
import { deleteMessages, setPrimaryMessages } from '../../image.messages.ts';
import type { SendOptions } from './upload-queue.ts';

export const imagesKey = (productId: string) => [...PRODUCTS, 'images', productId];

export const imagesQuery = ({ catalog }: ProductsApi, productId: string) =>
  queryOptions({
    queryKey: imagesKey(productId),
    queryFn: ({ signal }) => catalog.listImages({ productId }, { signal }),
    // What is not there is not asked for again and again.
    retry: (times, error) => times < 2 && codeOf(error) === undefined,
  });

/** What the screen knows before it has read again. */
export function useKnownImages(productId: string) {
  const queryClient = useQueryClient();
  return async (change: (images: ProductImage[]) => ProductImage[]) => {
    // An answer that is older than the change would take it back for a moment.
    await queryClient.cancelQueries({ queryKey: imagesKey(productId) });
    queryClient.setQueryData<ProductImage[]>(imagesKey(productId), (images) => images && change(images));
  };
}

/** The images with this one among them; a primary one is the only one. */
export const withImage = (images: readonly ProductImage[], image: ProductImage): ProductImage[] => [
  ...images
    .filter(({ id }) => id !== image.id)
    .map((other) => ({ ...other, isPrimary: other.isPrimary && !image.isPrimary })),
  image,
];

/**
 * Sends one image of a product. `onProgress` hears how much has left, from 0 to 1; at 1 the shop is at work.
 * Throws what the operation declares; who is signed out is asked to sign in first where the screen can.
 */
export function useUploadImage() {
  const { catalog } = useApi<ProductsApi>();
  const signedInAgain = useSignedInAgain();
  return (
    input: { productId: string; id?: string; file: File; primary: boolean },
    { signal, onProgress }: Partial<SendOptions> = {},
  ): Promise<ProductImage> =>
    signedInAgain(() => catalog.uploadImage(input, { signal, context: { onProgress } }));
}

export function useSetPrimaryImage(productId: string) {
  const { catalog } = useApi<ProductsApi>();
  const know = useKnownImages(productId);
  const changed = useProductsChanged();
  return useOperation({
    mutationFn: (id: string) => catalog.setPrimaryImage({ id }),
    messages: setPrimaryMessages,
    onSuccess: async ({ id }) => {
      await know((images) => images.map((image) => ({ ...image, isPrimary: image.id === id })));
      await changed();
    },
    onError: () => void changed(),
  });
}

export function useDeleteImage(productId: string, onDone: () => void) {
  const { catalog } = useApi<ProductsApi>();
  const know = useKnownImages(productId);
  const changed = useProductsChanged();
  return useOperation({
    mutationFn: (id: string) => catalog.deleteImage({ id }),
    messages: deleteMessages,
    onSuccess: async (_, id) => {
      await know((images) => images.filter((image) => image.id !== id));
      onDone();
      await changed();
    },
    onError: (error) => {
      if (codeOf(error) !== 'NOT_FOUND') return;
      onDone();
      void changed();
    },
  });
}
