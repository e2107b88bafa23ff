import { createFileRoute, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useCallback } from 'react';
import { LinkButton } from '#design/link-button.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#design/tabs.tsx';
import { lastSearchOf } from '#design/use-list-search.ts';
import { PlannedChanges, PlannedMarks } from '#domains/calendar/ui/admin/planned-changes.tsx';
import { ProductImages } from '#domains/catalog/images/ui/admin/product-images.tsx';
import type { AdminProduct } from '#domains/catalog/products/product-admin.contract.ts';
import { ProductEdit } from '#domains/catalog/products/ui/admin/product-edit.tsx';
import { ProductForm } from '#domains/catalog/products/ui/admin/product-form.tsx';
import { ThingHistory } from '#domains/history/ui/admin/thing-history.tsx';
import { adminHead } from '../-admin-head.ts';
import { HeadingBelowList } from './-back-to-list.tsx';

interface EditSearch {
  /** The details by default. */
  tab?: 'images';
}

export const Route = createFileRoute('/admin/_layout/products/$id')({
  validateSearch: ({ tab }: { tab?: unknown } & SearchSchemaInput): EditSearch => ({
    tab: tab === 'images' ? 'images' : undefined,
  }),
  head: adminHead('Edit Product'),
  component: EditProductPage,
});

function EditProductPage() {
  const { id } = Route.useParams();
  const navigate = useNavigate();
  const leave = useCallback(
    () => void navigate({ to: '/admin/products', search: lastSearchOf('/admin/products'), replace: true }),
    [navigate],
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      <HeadingBelowList name="products" title="Edit Product" />
      <ProductEdit key={id} id={id} onMissing={leave}>
        {(product) => <EditedProduct product={product} />}
      </ProductEdit>
    </div>
  );
}

function EditedProduct({ product }: { product: AdminProduct }) {
  const { tab = 'details' } = Route.useSearch();
  const navigate = useNavigate();
  const { id, name } = product;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p className="min-w-0 text-lg text-muted-foreground">{name}</p>
        <LinkButton variant="outline" size="sm" to="/products/$id" params={{ id }}>
          <ExternalLink aria-hidden="true" />
          View in the shop
        </LinkButton>
      </div>
      <PlannedMarks thingId={id} />
      <Tabs
        value={tab}
        onValueChange={(next) =>
          void navigate({
            to: '/admin/products/$id',
            params: { id },
            search: { tab: next === 'images' ? 'images' : undefined },
            replace: true,
            resetScroll: false,
          })
        }
      >
        <TabList aria-label="Product">
          <Tab value="details">Product Details</Tab>
          <Tab value="images">Product Images</Tab>
        </TabList>
        {/* Stays mounted, so that input survives a look at the images. */}
        <TabPanel value="details" forceMount className="data-[state=inactive]:hidden">
          <ProductForm product={product} onDone={() => {}} />
        </TabPanel>
        <TabPanel value="images">
          <ProductImages productId={id} />
        </TabPanel>
      </Tabs>
      <PlannedChanges kind="product" thingId={id} heading="h2" />
      <ThingHistory kind="product" id={id} heading="h2" />
    </div>
  );
}
