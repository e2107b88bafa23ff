import { Link } from '@tanstack/react-router';
import { Pencil, Star, Trash2 } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import type { ProductSummary } from '../../../shapes.ts';
import { useSetFeatured } from './product-admin.queries.ts';

/** The buttons of a product's row: featured, edit, delete. */
export function ProductRowActions({ product, onDelete }: { product: ProductSummary; onDelete: () => void }) {
  const { id, name, featured } = product;
  const setFeatured = useSetFeatured();
  return (
    <div className="flex items-center justify-end gap-1">
      <Button
        variant="ghost"
        size="icon"
        aria-pressed={featured}
        aria-label={`Featured: ${name}`}
        title={featured ? 'Featured; press to take it off' : 'Feature it on the front page'}
        busy={setFeatured.isPending}
        onClick={() => setFeatured.mutate({ id, name, featured: !featured })}
      >
        <Star
          aria-hidden="true"
          className={cn(featured ? 'fill-current text-gold' : 'text-muted-foreground')}
        />
      </Button>
      <Button asChild variant="ghost" size="icon">
        <Link to="/admin/products/$id" params={{ id }} aria-label={`Edit ${name}`} title="Edit">
          <Pencil aria-hidden="true" />
        </Link>
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={onDelete}
        className="hover:text-danger"
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </div>
  );
}
