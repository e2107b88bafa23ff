import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '#design/button.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#design/tabs.tsx';
import { BulkUpload } from '#domains/catalog/import/ui/admin/bulk-upload.tsx';
import type { ProductsSearch } from '#domains/catalog/products/ui/admin/product-admin.queries.ts';
import { ProductList } from '#domains/catalog/products/ui/admin/product-list.tsx';
import { adminHead } from '../-admin-head.ts';
import { useListMemory } from './-back-to-list.tsx';
import { type ProductsPageSearch, productsPageSearchOf } from './-products-search.ts';

export const Route = createFileRoute('/admin/_layout/products/')({
  validateSearch: (
    raw: { [Name in keyof ProductsPageSearch]?: unknown } & SearchSchemaInput,
  ): ProductsPageSearch => productsPageSearchOf(raw),
  head: adminHead('Products'),
  component: ProductsPage,
});

function ProductsPage() {
  const pageSearch = Route.useSearch();
  const { tab, ...search } = pageSearch;
  useListMemory('products', pageSearch);
  const navigate = useNavigate();
  // A file that was read stays mounted while the list is shown.
  const [hasBulk, setBulk] = useState(tab === 'bulk');
  if (tab === 'bulk' && !hasBulk) setBulk(true);
  const look = useCallback(
    (to: ProductsSearch, { replace = false } = {}) =>
      void navigate({ to: '/admin/products', search: to, replace, resetScroll: false }),
    [navigate],
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading
        title="Product Catalog Management"
        actions={
          <Button asChild>
            <Link to="/admin/products/create">
              <Plus aria-hidden="true" />
              New Product
            </Link>
          </Button>
        }
      />
      <Tabs
        value={tab ?? 'list'}
        onValueChange={(next) =>
          void navigate({
            to: '/admin/products',
            search: { ...search, tab: next === 'bulk' ? 'bulk' : undefined },
            resetScroll: false,
          })
        }
      >
        <TabList aria-label="Products">
          <Tab value="list">Product List</Tab>
          <Tab value="bulk">Bulk Upload</Tab>
        </TabList>
        <TabPanel value="list">
          <ProductList
            search={search}
            onSearch={look}
            renderPageLink={(page, link) => (
              <Link
                to="/admin/products"
                search={{ ...search, page: page === 1 ? undefined : page }}
                {...link}
              />
            )}
          />
        </TabPanel>
        <TabPanel value="bulk" forceMount={hasBulk || undefined} className="data-[state=inactive]:hidden">
          <BulkUpload />
        </TabPanel>
      </Tabs>
    </div>
  );
}
