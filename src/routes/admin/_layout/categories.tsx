import { createFileRoute } from '@tanstack/react-router';
import { CategoriesScreen } from '#domains/catalog/categories/ui/admin/categories-screen.tsx';
import { adminHead } from '../-admin-head.ts';

export const Route = createFileRoute('/admin/_layout/categories')({
  head: adminHead('Categories'),
  component: CategoriesScreen,
});
