import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { LinkButton } from '#design/link-button.tsx';
import { ProductForm } from '#domains/catalog/products/ui/admin/product-form.tsx';
import { adminHead } from '../-admin-head.ts';
import { HeadingBelowList } from './-back-to-list.tsx';

export const Route = createFileRoute('/admin/_layout/products/create')({
  head: adminHead('Create New Product'),
  component: CreateProductPage,
});

function CreateProductPage() {
  const navigate = useNavigate();
  return (
    <div className="grid grid-cols-1 gap-6">
      <HeadingBelowList name="products" title="Create New Product" />
      {/* The newest comes first in the list. */}
      <ProductForm onDone={() => void navigate({ to: '/admin/products', search: {} })}>
        <LinkButton variant="ghost" to="/admin/products">
          Cancel
        </LinkButton>
      </ProductForm>
    </div>
  );
}
