import { createFileRoute } from '@tanstack/react-router';
import { AuditLogScreen } from '#domains/accounts/ui/admin/audit-log-screen.tsx';
import { MATTERS } from '#shared/account-matters.ts';
import { adminHead } from '../-admin-head.ts';
import { listSearch, oneOf } from '../-list-search.ts';

export const Route = createFileRoute('/admin/_layout/audit-log')({
  validateSearch: listSearch({ matter: oneOf(MATTERS) }),
  head: adminHead('Audit log'),
  component: AuditLogScreen,
});
