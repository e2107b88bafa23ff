import { createFileRoute, Link } from '@tanstack/react-router';
import { Button } from '#design/button.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { adminHead } from '../-admin-head.ts';

/** Any other URL below /admin: shown inside the frame, to keep the menu. */
export const Route = createFileRoute('/admin/_layout/$')({
  head: adminHead('Page not found'),
  component: NoSuchScreen,
});

function NoSuchScreen() {
  return (
    <EmptyState
      heading="h1"
      title="There is no such page in the back office"
      action={
        <Button asChild>
          <Link to="/admin/dashboard">To the dashboard</Link>
        </Button>
      }
    >
      The address may be mistyped, or what it led to is gone.
    </EmptyState>
  );
}
