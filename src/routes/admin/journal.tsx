import { createFileRoute, redirect } from '@tanstack/react-router';

/** The audit log's URL in earlier versions. */
export const Route = createFileRoute('/admin/journal')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/audit-log', search: true, replace: true });
  },
});
