import { useNavigate } from '@tanstack/react-router';
import {
  EllipsisVertical,
  ExternalLink,
  Eye,
  EyeOff,
  Link2,
  PackageCheck,
  PackageX,
  Pencil,
  Share2,
  Star,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { cn } from '#design/cn.ts';
import { IconButton } from '#design/icon-button.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { Menu, MenuItem } from '#design/menu.tsx';
import { ShareDialog } from '#design/share-dialog.tsx';
import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
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
function StateMenu({ product }: { product: AdminSummary }) {
  const { id, name, status, soldOut, price } = product;
  const [isSharing, setSharing] = useState(false);
  const { currency } = useShop();
  const navigate = useNavigate();
  const setStatus = useSetStatus();
  const setSoldOut = useSetSoldOut();
  const isDraft = status === 'draft';
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`More for ${name}`}
            title="More"
            busy={setStatus.isPending || setSoldOut.isPending}
            // Its target begins above the card and ends above the other buttons.
            className="max-md:absolute max-md:-top-1.5 max-md:right-0 max-md:h-9.5 max-md:w-9"
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
        {isDraft ? null : (
          <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={() => setSharing(true)}>
            Share
          </MenuItem>
        )}
        <MenuItem
          icon={<Link2 aria-hidden="true" />}
          onSelect={() => void navigate({ to: '/admin/link-preview', search: { page: `/products/${id}` } })}
        >
          Link preview
        </MenuItem>
      </Menu>
      {isSharing ? (
        <ShareDialog
          shared={{ kind: 'product', id }}
          name={name}
          text={`${name}, ${soldOut ? 'sold out' : formatMoney(koboOfNaira(price), currency)}`}
          onClose={() => setSharing(false)}
        />
      ) : null}
    </>
  );
}
