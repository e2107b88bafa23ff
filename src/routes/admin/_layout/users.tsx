import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import type { UsersSearch } from '#domains/users/ui/admin/users.queries.ts';
import { UsersScreen } from '#domains/users/ui/admin/users-screen.tsx';
import { ROLES } from '#shared/caller.ts';
import { adminHead } from '../-admin-head.ts';

type Raw = { [Name in keyof UsersSearch]?: unknown };

function searchOf({ search, role, page }: Raw): UsersSearch {
  const number = Number(page);
  return {
    search: typeof search === 'string' && search.trim() ? search.trim().slice(0, 200) : undefined,
    role: ROLES.find((one) => one === role),
    page: Number.isInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined,
  };
}

export const Route = createFileRoute('/admin/_layout/users')({
  validateSearch: (raw: Raw & SearchSchemaInput): UsersSearch => searchOf(raw),
  head: adminHead('Users'),
  component: UsersPage,
});

function UsersPage() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  return (
    <UsersScreen
      search={search}
      onSearch={(to) => void navigate({ to: '/admin/users', search: to, resetScroll: false })}
      renderPageLink={(page, link) => (
        <Link to="/admin/users" search={{ ...search, page: page === 1 ? undefined : page }} {...link} />
      )}
    />
  );
}
