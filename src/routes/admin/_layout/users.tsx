import { createFileRoute } from '@tanstack/react-router';
import { UsersScreen } from '#domains/users/ui/admin/users-screen.tsx';
import { ROLES } from '#shared/caller.ts';
import { adminHead } from '../-admin-head.ts';
import { listSearch, oneOf } from '../-list-search.ts';

export const Route = createFileRoute('/admin/_layout/users')({
  validateSearch: listSearch({ role: oneOf(ROLES) }),
  head: adminHead('Users'),
  component: UsersScreen,
});
