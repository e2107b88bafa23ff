import { UsersRound } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '#design/badge.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { type PageLink, Pagination } from '#design/pagination.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { Select } from '#design/select.tsx';
import { pendingChangesButton, useSteadyPage } from '#design/use-steady-page.ts';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { useApi } from '#shared/api.tsx';
import { ROLES, type Role } from '#shared/caller.ts';
import { codeOf } from '#shared/messages.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { ListedUser } from '../../contract.ts';
import { listFailed, listRefused } from '../../messages.ts';
import { nameOf, ROLE_LABELS } from '../../role-labels.ts';
import { BanButton } from './ban-button.tsx';
import { RoleSelect } from './role-select.tsx';
import { type UsersApi, type UsersSearch, usersQuery } from './users.queries.ts';

/** All accounts and their roles. For the owner; an admin sees that they have no access. */
export function UsersScreen({
  search,
  onSearch,
  renderPageLink,
}: {
  /** From the URL. */
  search: UsersSearch;
  onSearch: (search: UsersSearch) => void;
  renderPageLink: (page: number, link: PageLink) => ReactNode;
}) {
  const api = useApi<UsersApi>();
  const { data, error, busy, retry, pendingChanges, interactionProps } = useSteadyPage(
    usersQuery(api, search),
  );
  const { user } = useSession();
  const { timeZone } = useShop();
  const ownId = user?.id;
  const columns = useMemo(() => columnsFor(ownId, timeZone), [ownId, timeZone]);
  const isLimited = Boolean(search.search || search.role);

  if (codeOf(error) === 'NO_PERMISSION') {
    return (
      <div className="grid grid-cols-1 gap-6">
        <PageHeading title="Users" />
        <ErrorState title={listRefused}>Only a super admin sees who has an account.</ErrorState>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading title="Users" lead="Everybody with an account, and who may work here." />
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchBox
          label="Search by name or email"
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ ...search, search: text || undefined, page: undefined })}
        />
        <Select
          aria-label="Role"
          value={search.role ?? 'all'}
          onChange={({ target }) =>
            onSearch({
              ...search,
              role: target.value === 'all' ? undefined : (target.value as Role),
              page: undefined,
            })
          }
        >
          <option value="all">All roles</option>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_LABELS[role]}
            </option>
          ))}
        </Select>
      </div>
      <div className="grid gap-3">
        <p aria-live="polite" className="min-h-6 text-muted-foreground">
          {data ? countOf(data.total, data.capped) : null}
        </p>
        <DataTable
          caption="Users"
          columns={columns}
          rows={data?.items}
          rowId={({ id }) => id}
          busy={busy}
          interactionProps={interactionProps}
          pendingChanges={pendingChangesButton(pendingChanges, (data?.page ?? 1) === 1 && 'account')}
          failure={
            error
              ? { title: listFailed.title, text: listFailed.description, error, onRetry: retry }
              : undefined
          }
          empty={
            <EmptyState icon={<UsersRound />} title="No users found">
              {isLimited ? 'Nobody fits this search and role.' : 'Nobody has an account yet.'}
            </EmptyState>
          }
        />
        <Pagination
          page={data?.page ?? 1}
          pageCount={data?.pageCount ?? 1}
          renderLink={renderPageLink}
          className="mt-3"
        />
      </div>
    </div>
  );
}

function countOf(total: number, capped: boolean): string {
  if (total === 0) return '';
  const count = `${total.toLocaleString('en')}${capped ? '+' : ''}`;
  return total === 1 ? '1 person' : `${count} people`;
}

function columnsFor(ownId: string | undefined, timeZone: string): Column<ListedUser>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      chief: true,
      cell: (user) => (
        <span className="grid grid-cols-1 max-sm:leading-5">
          <span className="flex flex-wrap items-center gap-2">
            <span className="min-w-0">
              {nameOf(user) || <span className="font-normal text-muted-foreground">No name given</span>}
            </span>
            {user.id === ownId ? <Badge>You</Badge> : null}
            {user.banned ? <Badge variant="danger">Banned</Badge> : null}
          </span>
          {/* A card shows in a line what the table shows in columns. */}
          <span className="wrap-anywhere font-normal text-muted-foreground text-sm sm:hidden">
            {user.email} · <span className="sr-only">joined </span>
            <RelativeTime iso={user.createdAt} timeZone={timeZone} />
          </span>
        </span>
      ),
    },
    {
      id: 'email',
      header: 'Email',
      className: 'max-sm:hidden',
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    {
      id: 'joined',
      header: 'Joined',
      className: 'max-sm:hidden',
      cell: ({ createdAt }) => (
        <RelativeTime iso={createdAt} timeZone={timeZone} className="whitespace-nowrap" />
      ),
    },
    {
      id: 'role',
      header: 'Role',
      bare: true,
      className: 'max-sm:col-span-1 sm:w-44',
      cell: (user) => <RoleSelect user={user} isOwn={user.id === ownId} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      bare: true,
      align: 'end',
      className: 'max-sm:col-span-1',
      cell: (user) => <BanButton user={user} isOwn={user.id === ownId} />,
    },
  ];
}
