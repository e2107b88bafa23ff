import { UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { Badge } from '#design/badge.tsx';
import { BreakableText } from '#design/breakable-text.tsx';
import { actionsColumn, type Column } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { FilterRow, ListScreen } from '#design/list-screen.tsx';
import { NameCell } from '#design/name-cell.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useSteadyPage } from '#design/use-steady-page.ts';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { useApi } from '#shared/api.tsx';
import type { ListedUser } from '../../contract.ts';
import { listFailed, listRefused } from '../../messages.ts';
import { nameOf, ROLE_LABELS } from '../../role-labels.ts';
import { BanButton } from './ban-button.tsx';
import { RoleSelect } from './role-select.tsx';
import { type UsersApi, type UsersSearch, usersQuery } from './users.queries.ts';

/** All accounts and their roles. For the owner; an admin sees that they have no access. */
export function UsersScreen() {
  const { search, narrow, isNarrowed, searchBox } = useListSearch<UsersSearch>();
  const list = useSteadyPage(usersQuery(useApi<UsersApi>(), search));
  const ownId = useSession().user?.id;
  const columns = useMemo(() => columnsFor(ownId), [ownId]);
  return (
    <ListScreen
      title="Users"
      lead="All accounts and their roles."
      refused={listRefused}
      filters={
        <FilterRow
          search={{ label: 'Search by name or email', ...searchBox }}
          label="Role"
          all="All roles"
          labels={ROLE_LABELS}
          value={search.role}
          onChange={(role) => narrow({ role })}
        />
      }
      columns={columns}
      list={list}
      count={['account', 'accounts']}
      newRow="account"
      failed={listFailed}
      empty={
        <EmptyState icon={<UsersRound />} title="No users found">
          {isNarrowed ? 'No account matches this search and role.' : 'There are no accounts yet.'}
        </EmptyState>
      }
    />
  );
}

function columnsFor(ownId: string | undefined): Column<ListedUser>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      chief: true,
      cell: (user) => (
        <NameCell
          name={nameOf(user) || <span className="font-normal text-muted-foreground">No name given</span>}
          badges={
            <>
              {user.id === ownId ? <Badge>You</Badge> : null}
              {user.banned ? <Badge variant="danger">Banned</Badge> : null}
            </>
          }
          about={
            <>
              {user.email} · <span className="sr-only">joined </span>
              <RelativeTime iso={user.createdAt} />
            </>
          }
          // A card shows in a line what the table shows in columns.
          aboutClassName="md:hidden"
        />
      ),
    },
    {
      id: 'email',
      header: 'Email',
      className: 'max-md:hidden',
      cell: ({ email }) => (
        <span className="wrap-anywhere max-xl:text-sm">
          <BreakableText>{email}</BreakableText>
        </span>
      ),
    },
    {
      id: 'joined',
      header: 'Joined',
      className: 'max-md:hidden',
      cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="whitespace-nowrap" />,
    },
    {
      id: 'role',
      header: 'Role',
      bare: true,
      className: 'max-md:col-span-1 md:w-44',
      cell: (user) => <RoleSelect user={user} isOwn={user.id === ownId} />,
    },
    actionsColumn((user) => <BanButton user={user} isOwn={user.id === ownId} />, {
      className: 'max-md:col-span-1',
    }),
  ];
}
