import { createFileRoute } from '@tanstack/react-router';
import { WebhooksScreen } from '#domains/webhooks/ui/admin/webhooks-screen.tsx';
import { adminHead } from '../-admin-head.ts';
import { listSearch } from '../-list-search.ts';

export const Route = createFileRoute('/admin/_layout/webhooks/')({
  validateSearch: listSearch({}),
  head: adminHead('Webhooks'),
  component: WebhooksScreen,
});
