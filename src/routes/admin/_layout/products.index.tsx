import { createFileRoute } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ErrorState } from '#design/error-state.tsx';
import { ExportMenu } from '#design/export-menu.tsx';
import { lazyComponent } from '#design/lazy-component.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#design/tabs.tsx';
import { PRODUCT_SORTS, PRODUCT_STATES } from '#domains/catalog/products/product-list.ts';
import { ProductList } from '#domains/catalog/products/ui/admin/product-list.tsx';
import { SCRIPT_FAILED } from '#shared/load-script.ts';
import { adminHead } from '../-admin-head.ts';
import { listSearch, oneOf, textOf } from '../-list-search.ts';

const BulkUpload = lazyComponent(
  async () => (await import('#domains/catalog/import/ui/admin/bulk-upload.tsx')).BulkUpload,
  ({ hasFailed, onRetry }) =>
    hasFailed ? (
      <ErrorState title={SCRIPT_FAILED} onRetry={onRetry}>
        After an update of the shop it helps to{' '}
        <button type="button" className="link min-h-11" onClick={() => location.reload()}>
          reload this page
        </button>
        .
      </ErrorState>
    ) : (
      <SkeletonRows label="Loading the upload" count={3} className="h-24" />
    ),
);

export const Route = createFileRoute('/admin/_layout/products/')({
  validateSearch: listSearch({
    category: textOf,
    status: oneOf(PRODUCT_STATES),
    sort: oneOf(PRODUCT_SORTS.filter((sort) => sort !== 'newest')),
    // The list by default.
    tab: oneOf(['bulk'] as const),
  }),
  head: adminHead('Products'),
  component: ProductsPage,
});

function ProductsPage() {
  const { tab, search, category, status } = Route.useSearch();
  const navigate = Route.useNavigate();
  // A file that was read stays mounted while the list is shown.
  const [hasBulk, setBulk] = useState(tab === 'bulk');
  if (tab === 'bulk' && !hasBulk) setBulk(true);
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading
        title="Product Catalog Management"
        actions={
          <>
            <ExportMenu list="products" filter={{ search, category, status }} />
            <LinkButton to="/admin/products/create">
              <Plus aria-hidden="true" />
              New Product
            </LinkButton>
          </>
        }
      />
      <Tabs
        value={tab ?? 'list'}
        onValueChange={(next) =>
          void navigate({
            search: (now) => ({ ...now, tab: next === 'bulk' ? next : undefined }),
            resetScroll: false,
          })
        }
      >
        <TabList aria-label="Products">
          <Tab value="list">Product List</Tab>
          <Tab value="bulk">Bulk Upload</Tab>
        </TabList>
        <TabPanel value="list">
          <ProductList />
        </TabPanel>
        <TabPanel value="bulk" forceMount={hasBulk || undefined} className="data-[state=inactive]:hidden">
          <BulkUpload />
        </TabPanel>
      </Tabs>
    </div>
  );
}
