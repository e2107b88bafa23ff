import { useNavigate } from '@tanstack/react-router';
import {
  EllipsisVertical,
  ExternalLink,
  Eye,
  EyeOff,
  PackageCheck,
  PackageX,
  Pencil,
  Star,
  Trash2,
} from 'lucide-react';
import { cn } from '#design/cn.ts';
import { IconButton } from '#design/icon-button.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { Menu, MenuItem } from '#design/menu.tsx';
import type { AdminSummary } from '../../product-admin.contract.ts';
import { useSetFeatured, useSetSoldOut, useSetStatus } from './product-admin.queries.ts';

/** The buttons of a product's row: featured, edit, delete, and a menu of the other switches. */
export function ProductRowActions({ product, onDelete }: { product: AdminSummary; onDelete: () => void }) {
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
      <StateMenu product={product} />
    </div>
  );
}

/** Publishes a product, marks it as sold out, and shows it in the shop. On a phone at the corner of its card. */
function StateMenu({ product: { id, name, status, soldOut } }: { product: AdminSummary }) {
  const navigate = useNavigate();
  const setStatus = useSetStatus();
  const setSoldOut = useSetSoldOut();
  const isDraft = status === 'draft';
  return (
    <Menu
      trigger={
        <IconButton
          label={`More for ${name}`}
          title="More"
          busy={setStatus.isPending || setSoldOut.isPending}
          // Its target begins above the card and ends above the other buttons.
          className="max-sm:absolute max-sm:-top-1.5 max-sm:right-0 max-sm:h-9.5 max-sm:w-9"
        >
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuItem
        icon={isDraft ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
        onSelect={() => setStatus.mutate({ id, name, status: isDraft ? 'published' : 'draft' })}
      >
        {isDraft ? 'Publish' : 'Make it a draft'}
      </MenuItem>
      <MenuItem
        icon={soldOut ? <PackageCheck aria-hidden="true" /> : <PackageX aria-hidden="true" />}
        onSelect={() => setSoldOut.mutate({ id, name, soldOut: !soldOut })}
      >
        {soldOut ? 'Mark as available' : 'Mark as sold out'}
      </MenuItem>
      <MenuItem
        icon={<ExternalLink aria-hidden="true" />}
        onSelect={() => void navigate({ to: '/products/$id', params: { id }, search: {} })}
      >
        Show in the shop
      </MenuItem>
    </Menu>
  );
}
