import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { CalendarScreen } from '#domains/calendar/ui/admin/calendar-screen.tsx';
import { adminHead } from '../-admin-head.ts';
import { dayOf } from '../-list-search.ts';
import { BackToList } from './-back-to-list.tsx';

export const Route = createFileRoute('/admin/_layout/promotions/calendar')({
  validateSearch: ({ from }: { from?: unknown } & SearchSchemaInput): { from?: string } => ({
    from: dayOf(from),
  }),
  head: adminHead('Promotion calendar'),
  component: CalendarPage,
});

function CalendarPage() {
  const { from } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <div className="grid grid-cols-1 gap-2">
      <BackToList name="promotions" />
      <CalendarScreen
        from={from}
        onShow={(day) => void navigate({ search: { from: day }, resetScroll: false })}
      />
    </div>
  );
}
