import { createFileRoute, redirect } from '@tanstack/react-router';

/** Where the audit log was in earlier versions. */
export const Route = createFileRoute('/admin/journal')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/audit-log', search: true, replace: true });
  },
});
