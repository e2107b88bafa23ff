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
import type { SendOptions } from './transfer-queue.ts';

export const imagesKey = (productId: string) => [...PRODUCTS, 'images', productId];

export const imagesQuery = ({ catalog }: ProductsApi, productId: string) =>
  queryOptions({
    queryKey: imagesKey(productId),
    queryFn: ({ signal }) => catalog.listImages({ productId }, { signal }),
    // NOT_FOUND is not retried.
    retry: (times, error) => times < 2 && codeOf(error) === undefined,
  });

/** Updates the cached images before the reload. */
export function useKnownImages(productId: string) {
  const queryClient = useQueryClient();
  return async (change: (images: ProductImage[]) => ProductImage[]) => {
    // A response from before the change would revert it for a moment.
    await queryClient.cancelQueries({ queryKey: imagesKey(productId) });
    queryClient.setQueryData<ProductImage[]>(imagesKey(productId), (images) => images && change(images));
  };
}

/** The images with this one added at its position; if it is primary, no other is. */
export const withImage = (images: readonly ProductImage[], image: ProductImage): ProductImage[] =>
  images
    .filter(({ id }) => id !== image.id)
    .map((other) => ({ ...other, isPrimary: other.isPrimary && !image.isPrimary }))
    .toSpliced(image.displayOrder, 0, image);

/**
 * Uploads one image of a product. `onProgress` receives the sent fraction, from 0 to 1; at 1 the server
 * processes it. Throws the operation's errors; an ended session opens the sign-in dialog if the screen
 * supports it.
 */
export function useUploadImage() {
  const { catalog } = useApi<ProductsApi>();
  const signedInAgain = useSignedInAgain();
  return (
    input: {
      productId: string;
      id?: string;
      file: File;
      primary: boolean;
      before?: string[];
      changeSet?: string;
    },
    { signal, onProgress }: Partial<SendOptions> = {},
  ): Promise<ProductImage> =>
    signedInAgain(() => catalog.uploadImage(input, { signal, context: { onProgress } }));
}

/** Adds the image at an address to a product. Throws as `useUploadImage` does. */
export function useDownloadImage() {
  const { catalog } = useApi<ProductsApi>();
  const signedInAgain = useSignedInAgain();
  return (
    input: { productId: string; url: string; changeSet: string },
    signal: AbortSignal,
  ): Promise<ProductImage> => signedInAgain(() => catalog.downloadImage(input, { signal }));
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
      if (codeOf(error) === 'NOT_FOUND') onDone();
      // The answer alone may be lost.
      void changed();
    },
  });
}
