import { createFileRoute } from '@tanstack/react-router';
import { ApiKeysScreen } from '#domains/api-keys/ui/admin/api-keys-screen.tsx';
import { adminHead } from '../-admin-head.ts';
import { listSearch } from '../-list-search.ts';

export const Route = createFileRoute('/admin/_layout/api-keys')({
  validateSearch: listSearch({}),
  head: adminHead('API keys'),
  component: ApiKeysScreen,
});
