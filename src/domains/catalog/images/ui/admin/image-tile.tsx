import { Star, Trash2 } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { IconButton } from '#design/icon-button.tsx';
import { Image } from '#design/image.tsx';
import type { SortableControls } from '#design/sortable-list.tsx';
import type { ProductImage } from '../../image.contract.ts';

/** One image of a product with its actions. */
export function ImageTile({
  image,
  name,
  controls,
  isSetting,
  onSetPrimary,
  onDelete,
}: {
  image: ProductImage;
  /** 'Image 2', by its position. */
  name: string;
  controls: SortableControls;
  isSetting: boolean;
  onSetPrimary: () => void;
  onDelete: () => void;
}) {
  return (
    <div className="grid overflow-hidden rounded-sm border bg-card [&_button]:-outline-offset-2">
      <div className="relative">
        <Image
          image={image}
          alt={image.isPrimary ? `${name}, primary` : name}
          sizes="(min-width: 1024px) 220px, (min-width: 640px) 30vw, 46vw"
          className="aspect-[4/5] object-cover"
        />
        {image.isPrimary ? (
          <Badge variant="success" className="absolute top-2 left-2">
            <Star aria-hidden="true" className="size-3 fill-current" />
            Primary
          </Badge>
        ) : null}
      </div>
      <div className="flex items-center justify-between border-t">
        {controls.grip}
        {controls.buttons}
      </div>
      <div className="flex items-center justify-between border-t">
        {image.isPrimary ? (
          <span className="px-2.5 text-muted-foreground text-sm">Shown first</span>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11 px-2.5"
            busy={isSetting}
            aria-label={`Set ${name} as primary`}
            onClick={onSetPrimary}
          >
            Set primary
          </Button>
        )}
        <IconButton label={`Delete ${name}`} onClick={onDelete} className="text-danger">
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
