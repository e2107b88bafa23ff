import { createFileRoute } from '@tanstack/react-router';
import { MailScreen } from '#domains/mail/ui/admin/mail-screen.tsx';
import { adminHead } from '../-admin-head.ts';
import { listSearch } from '../-list-search.ts';

export const Route = createFileRoute('/admin/_layout/mail')({
  validateSearch: listSearch({}),
  head: adminHead('Undelivered mail'),
  component: MailScreen,
});
