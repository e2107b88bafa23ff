import { createFileRoute } from '@tanstack/react-router';
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
      link={{ to: '/admin/dashboard', text: 'To the dashboard' }}
    >
      The address may be mistyped, or the page was removed.
    </EmptyState>
  );
}
