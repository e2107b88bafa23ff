import { Link } from '@tanstack/react-router';
import { ChevronDown, FolderPlus, Pencil, Shirt, Trash2 } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import { cn } from '#design/cn.ts';
import { IconButton } from '#design/icon-button.tsx';
import { Image } from '#design/image.tsx';
import { PresenceBadge } from '#design/presence.tsx';
import { ShareButton } from '#design/share-button.tsx';
import type { SortableControls } from '#design/sortable-list.tsx';
import { Switch } from '#design/switch.tsx';
import { formatCount } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { ListedCategory } from '../../category-admin.contract.ts';

/** One category of the tree with its actions. */
export function CategoryRow({
  category,
  subcategories,
  products,
  isFolded,
  hiddenBy,
  controls,
  busy,
  onFold,
  onSwitch,
  onAdd,
  onEdit,
  onDelete,
}: {
  category: ListedCategory;
  subcategories: number;
  /** Descendants included. */
  products: number;
  isFolded: boolean;
  hiddenBy: string | undefined;
  controls: SortableControls;
  busy: boolean;
  onFold: () => void;
  onSwitch: (isActive: boolean) => void;
  onAdd: () => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { name, isActive } = category;
  const { name: shopName } = useShop();
  return (
    <div className="flex flex-wrap items-center gap-x-2 border bg-card py-2 pr-1 sm:pr-2">
      <div className="flex min-w-0 grow basis-60 items-center gap-2">
        {controls.grip}
        <Thumb category={category} />
        <div className="min-w-0 grow pl-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className={cn('min-w-0 break-words font-semibold', !isActive && 'text-muted-foreground')}>
              {name}
            </span>
            {isActive ? null : <Badge>Hidden</Badge>}
            {isActive && hiddenBy ? <Badge variant="outline">Hidden with {hiddenBy}</Badge> : null}
            <PresenceBadge kind="category" id={category.id} />
          </p>
          <p className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-sm">
            <Link
              to="/admin/products"
              search={{ category: category.slug }}
              className="inline-flex min-h-7 items-center hover:underline"
            >
              {products === 1 ? '1 product' : `${formatCount(products)} products`}
            </Link>
            {subcategories > 0 ? (
              <button
                type="button"
                aria-expanded={!isFolded}
                onClick={onFold}
                className="inline-flex min-h-7 items-center gap-1 hover:text-foreground"
              >
                {subcategories === 1 ? '1 subcategory' : `${subcategories} subcategories`}
                <span className="sr-only"> of {name}</span>
                <ChevronDown
                  aria-hidden="true"
                  className={cn('size-4 transition-transform', isFolded && '-rotate-90')}
                />
              </button>
            ) : null}
          </p>
        </div>
      </div>
      {/* Seven controls: narrower below 360 px, where they would not fit beside one another. */}
      <div className="ml-auto flex items-center max-[359px]:[&_button:not([role=switch])]:w-8 max-[359px]:[&_button:not([role=switch])]:min-w-8">
        <Switch
          checked={isActive}
          onCheckedChange={onSwitch}
          label={`${name} is active`}
          hideLabel
          busy={busy}
          className="mr-1 sm:mr-3"
        />
        {controls.buttons}
        {isActive && !hiddenBy ? (
          <ShareButton
            shared={{ kind: 'category', slug: category.slug }}
            name={name}
            text={`${name}, ${shopName}`}
          />
        ) : null}
        <IconButton label={`Add a subcategory to ${name}`} onClick={onAdd} className="max-sm:w-10">
          <FolderPlus aria-hidden="true" />
        </IconButton>
        <IconButton label={`Edit ${name}`} onClick={onEdit} className="max-sm:w-10">
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton label={`Delete ${name}`} onClick={onDelete} className="text-danger max-sm:w-10">
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}

function Thumb({ category: { image } }: { category: ListedCategory }) {
  if (!image) {
    return (
      <span
        aria-hidden="true"
        className="inline-flex size-11 shrink-0 items-center justify-center bg-muted text-muted-foreground"
      >
        <Shirt className="size-5 stroke-[1.5]" />
      </span>
    );
  }
  return <Image image={image} alt="" sizes="2.75rem" className="size-11 shrink-0 object-cover" />;
}
