import { useRef, useState } from 'react';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { type ProductsApi, useProductsChanged } from '../../../products/ui/admin/product-admin.queries.ts';
import type { ProductImage } from '../../image.contract.ts';
import { reorderMessages } from '../../image.messages.ts';
import { useKnownImages } from './image.queries.ts';

/**
 * The images in the displayed order, and a function to move one. Moves are shown at once and sent one after
 * the other, always as the complete order; if one is refused, the server's order is shown.
 */
export function useImageOrder(productId: string, images: readonly ProductImage[]) {
  const { catalog } = useApi<ProductsApi>();
  const know = useKnownImages(productId);
  const changed = useProductsChanged();
  const [wanted, setWanted] = useState<string[]>();
  const next = useRef<string[]>(undefined);
  const isSending = useRef(false);
  const { mutateAsync } = useOperation({
    mutationFn: (ids: string[]) => catalog.reorderImages({ productId, ids }),
    messages: reorderMessages,
  });

  async function send() {
    isSending.current = true;
    try {
      while (next.current) {
        const ids = next.current;
        next.current = undefined;
        const saved = await mutateAsync(ids);
        if (!next.current) await know(() => saved);
      }
    } catch {
      // The toast was shown; the images are reloaded below.
      next.current = undefined;
    }
    isSending.current = false;
    await changed();
    if (!isSending.current) setWanted(undefined);
  }

  return {
    ordered: wanted ? inOrder(images, wanted) : images,
    reorder(ids: string[]) {
      setWanted(ids);
      next.current = ids;
      if (!isSending.current) void send();
    },
  };
}

/** An image added since is last. */
const inOrder = (images: readonly ProductImage[], ids: readonly string[]) => {
  const place = ({ id }: ProductImage) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return images.toSorted((a, b) => place(a) - place(b));
};
