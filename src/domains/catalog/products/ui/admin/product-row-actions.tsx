import { Pencil, Star, Trash2 } from 'lucide-react';
import { cn } from '#design/cn.ts';
import { IconButton } from '#design/icon-button.tsx';
import { LinkButton } from '#design/link-button.tsx';
import type { ProductSummary } from '../../../shapes.ts';
import { useSetFeatured } from './product-admin.queries.ts';

/** The buttons of a product's row: featured, edit, delete. */
export function ProductRowActions({ product, onDelete }: { product: ProductSummary; onDelete: () => void }) {
  const { id, name, featured } = product;
  const setFeatured = useSetFeatured();
  return (
    <div className="flex items-center justify-end gap-1">
      <IconButton
        label={`Featured: ${name}`}
        aria-pressed={featured}
        title={featured ? 'Featured; press to take it off' : 'Feature it on the front page'}
        busy={setFeatured.isPending}
        onClick={() => setFeatured.mutate({ id, name, featured: !featured })}
      >
        <Star
          aria-hidden="true"
          className={cn(featured ? 'fill-current text-gold' : 'text-muted-foreground')}
        />
      </IconButton>
      <LinkButton
        variant="ghost"
        size="icon"
        to="/admin/products/$id"
        params={{ id }}
        aria-label={`Edit ${name}`}
        title="Edit"
      >
        <Pencil aria-hidden="true" />
      </LinkButton>
      <IconButton label={`Delete ${name}`} title="Delete" onClick={onDelete} className="hover:text-danger">
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}
