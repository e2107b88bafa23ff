import { createFileRoute } from '@tanstack/react-router';
import { MessagesScreen } from '#domains/contact/ui/admin/messages-screen.tsx';
import { isId } from '#shared/random-id.ts';
import { adminHead } from '../-admin-head.ts';
import { isTrue, listSearch } from '../-list-search.ts';

export const Route = createFileRoute('/admin/_layout/messages')({
  validateSearch: listSearch({
    unread: isTrue,
    message: (id) => (isId(id) ? id : undefined),
  }),
  head: adminHead('Messages'),
  component: MessagesScreen,
});
