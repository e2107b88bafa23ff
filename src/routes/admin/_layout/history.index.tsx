import { createFileRoute } from '@tanstack/react-router';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { HistoryScreen } from '#domains/history/ui/admin/history-screen.tsx';
import { isId } from '#shared/random-id.ts';
import { THING_KINDS } from '#shared/thing-kinds.ts';
import { adminHead } from '../-admin-head.ts';
import { dayOf, listSearch, oneOf, textOf } from '../-list-search.ts';

/** An account, 'database' or 'calendar'. */
const actorOf = (value: unknown) => {
  const actor = textOf(value) ?? '';
  return actor === 'database' || actor === 'calendar' || isId(actor) ? actor : undefined;
};

export const Route = createFileRoute('/admin/_layout/history/')({
  validateSearch: listSearch({ actor: actorOf, kind: oneOf(THING_KINDS), from: dayOf, to: dayOf }),
  head: adminHead('History'),
  component: HistoryPage,
});

function HistoryPage() {
  const { user } = useSession();
  return <HistoryScreen withUsers={user?.role === 'super_admin'} />;
}
