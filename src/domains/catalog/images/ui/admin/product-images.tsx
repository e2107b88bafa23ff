import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '#design/cn.ts';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { QueryError } from '#design/query-error.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { SortableList } from '#design/sortable-list.tsx';
import { useApi } from '#shared/api.tsx';
import type { ProductsApi } from '../../../products/ui/admin/product-admin.queries.ts';
import type { ProductImage } from '../../image.contract.ts';
import { imagesFailed } from '../../image.messages.ts';
import { imagesQuery, useDeleteImage, useSetPrimaryImage } from './image.queries.ts';
import { ImageTile } from './image-tile.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { useImageOrder } from './use-image-order.ts';

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5';

/** The images of a product: add, reorder, set primary, delete. */
export function ProductImages({ productId }: { productId: string }) {
  const images = useQuery(imagesQuery(useApi<ProductsApi>(), productId));
  return (
    <section aria-label="Product images" className="grid grid-cols-1 gap-6">
      <UploadPanel productId={productId} count={images.data?.length} />
      <QueryError query={images} {...imagesFailed} />
      {images.data ? (
        <ImageGrid productId={productId} images={images.data} />
      ) : images.isPending ? (
        <output aria-label="Loading images" className={GRID}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="aspect-[4/5]" />
          ))}
        </output>
      ) : null}
    </section>
  );
}

function ImageGrid({ productId, images }: { productId: string; images: readonly ProductImage[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState<string>();
  const [deleted, setDeleted] = useState(0);
  const { ordered, reorder } = useImageOrder(productId, images);
  const setPrimary = useSetPrimaryImage(productId);
  const deletion = useDeleteImage(productId, () => {
    setDeleting(undefined);
    setDeleted((count) => count + 1);
  });
  // The delete button disappears with its image; the dialog looks for it when it closes.
  useEffect(() => {
    if (deleted === 0) return;
    const closed = setTimeout(() => heading.current?.focus({ preventScroll: true }));
    return () => clearTimeout(closed);
  }, [deleted]);
  const names = new Map(ordered.map(({ id }, place) => [id, `Image ${place + 1}`]));
  const nameOf = ({ id }: ProductImage) => names.get(id) ?? '';
  return (
    <>
      <h2
        ref={heading}
        tabIndex={-1}
        className={cn('font-semibold text-xl outline-none', images.length === 0 && 'sr-only')}
      >
        {images.length === 1 ? '1 image' : `${images.length} images`}
      </h2>
      {images.length === 0 ? (
        <EmptyState icon={<Image />} title="No images yet">
          Until there is one, shoppers see a plain image in its place.
        </EmptyState>
      ) : (
        <SortableList
          items={ordered}
          idOf={({ id }) => id}
          nameOf={nameOf}
          onReorder={reorder}
          layout="grid"
          label="Images in their order"
          className={GRID}
        >
          {(image, controls) => (
            <ImageTile
              image={image}
              name={nameOf(image)}
              controls={controls}
              isSetting={setPrimary.isPending && setPrimary.variables === image.id}
              onSetPrimary={() => setPrimary.mutate(image.id)}
              onDelete={() => setDeleting(image.id)}
            />
          )}
        </SortableList>
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title="Delete image"
        description="Are you sure you want to delete this image?"
        confirmLabel="Delete"
        busy={deletion.isPending}
        onConfirm={() => deleting && deletion.mutate(deleting)}
      />
    </>
  );
}
