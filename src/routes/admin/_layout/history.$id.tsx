import { createFileRoute } from '@tanstack/react-router';
import { ChangeSetScreen } from '#domains/history/ui/admin/change-set-screen.tsx';
import { adminHead } from '../-admin-head.ts';
import { BackToList } from './-back-to-list.tsx';

export const Route = createFileRoute('/admin/_layout/history/$id')({
  head: adminHead('Change'),
  component: ChangePage,
});

function ChangePage() {
  const { id } = Route.useParams();
  return (
    <div className="grid grid-cols-1 gap-2">
      <BackToList name="history" />
      <ChangeSetScreen key={id} id={id} />
    </div>
  );
}
