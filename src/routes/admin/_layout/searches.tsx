import { createFileRoute } from '@tanstack/react-router';
import { SearchesScreen } from '#domains/catalog/searches/ui/admin/searches-screen.tsx';
import { adminHead } from '../-admin-head.ts';
import { isTrue, listSearch, oneOf } from '../-list-search.ts';

export const Route = createFileRoute('/admin/_layout/searches')({
  validateSearch: listSearch({ nothing: isTrue, days: oneOf(['7', '30', '90'] as const) }),
  head: adminHead('Searches'),
  component: SearchesScreen,
});
