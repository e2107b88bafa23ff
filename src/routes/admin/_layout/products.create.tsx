import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { Button } from '#design/button.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { ProductForm } from '#domains/catalog/products/ui/admin/product-form.tsx';
import { adminHead } from '../-admin-head.ts';
import { BackToList } from './-back-to-list.tsx';

export const Route = createFileRoute('/admin/_layout/products/create')({
  head: adminHead('Create New Product'),
  component: CreateProductPage,
});

function CreateProductPage() {
  const navigate = useNavigate();
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <BackToList name="products" />
        <PageHeading title="Create New Product" />
      </div>
      {/* The newest comes first in the list. */}
      <ProductForm onSaved={() => void navigate({ to: '/admin/products', search: {} })}>
        <Button asChild variant="ghost">
          <Link to="/admin/products">Cancel</Link>
        </Button>
      </ProductForm>
    </div>
  );
}
