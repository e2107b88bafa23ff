import { useRef, useState } from 'react';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { type ProductsApi, useProductsChanged } from '../../../products/ui/admin/product-admin.queries.ts';
import type { ProductImage } from '../../image.contract.ts';
import { reorderMessages } from '../../image.messages.ts';
import { useKnownImages } from './image.queries.ts';

/**
 * The images in the order the person sees, and a way to change it. Moves are seen at once and sent one after the
 * other, always the whole order as it is then; when one is refused the images stand as the shop has them.
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
      // It was said; the images are read again below.
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

/** One that came meanwhile stands last. */
const inOrder = (images: readonly ProductImage[], ids: readonly string[]) => {
  const place = ({ id }: ProductImage) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return images.toSorted((a, b) => place(a) - place(b));
};
