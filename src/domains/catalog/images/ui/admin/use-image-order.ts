import { useReordering } from '#design/use-reordering.ts';
import { useApi } from '#shared/api.tsx';
import type { Placed } from '#shared/places.ts';
import { type ProductsApi, useProductsChanged } from '../../../products/ui/admin/product-admin.queries.ts';
import type { ProductImage } from '../../image.contract.ts';
import { reorderMessages } from '../../image.messages.ts';
import { useKnownImages } from './image.queries.ts';

/** The images in the displayed order, and a function to move one. If a move is refused, the server's order is shown. */
export function useImageOrder(productId: string, images: readonly ProductImage[]) {
  const { catalog } = useApi<ProductsApi>();
  const know = useKnownImages(productId);
  const readAgain = useProductsChanged();
  // The order of images has no version: it is refused unless they are in the order that was shown.
  const { places, reorder } = useReordering({
    list: { images, version: 0 },
    messages: reorderMessages,
    send: ({ order }, shown = images) =>
      catalog.reorderImages({ productId, ids: idsOf(order), shown: idsOf(shown) }),
    inOrder: (list, order) => ({ ...list, images: inOrder(list.images, order) }),
    cache: {
      set: (change) => know((images) => [...change({ images, version: 0 }).images]),
      readAgain,
    },
  });
  return {
    ordered: places ? inOrder(images, places) : images,
    reorder: (ids: string[]) => reorder(ids.map((id, displayOrder) => ({ id, displayOrder }))),
  };
}

const idsOf = (images: readonly { id: string }[]) => images.map(({ id }) => id);

/** An image added since is last. */
const inOrder = (images: readonly ProductImage[], order: readonly Placed[]) => {
  const place = ({ id }: ProductImage) =>
    order.find((one) => one.id === id)?.displayOrder ?? Number.POSITIVE_INFINITY;
  return images.toSorted((a, b) => place(a) - place(b));
};
