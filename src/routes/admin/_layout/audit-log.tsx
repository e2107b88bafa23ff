import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { JournalScreen } from '#domains/accounts/ui/admin/audit-log-screen.tsx';
import type { JournalSearch } from '#domains/accounts/ui/audit-log.queries.ts';
import { MATTERS } from '#shared/account-matters.ts';
import { adminHead } from '../-admin-head.ts';

type Raw = { [Name in keyof JournalSearch]?: unknown };

function searchOf({ search, matter, page }: Raw): JournalSearch {
  const number = Number(page);
  return {
    search: typeof search === 'string' && search.trim() ? search.trim().slice(0, 200) : undefined,
    matter: MATTERS.find((one) => one === matter),
    page: Number.isInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined,
  };
}

export const Route = createFileRoute('/admin/_layout/journal')({
  validateSearch: (raw: Raw & SearchSchemaInput): JournalSearch => searchOf(raw),
  head: adminHead('Journal'),
  component: JournalPage,
});

function JournalPage() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  return (
    <JournalScreen
      search={search}
      onSearch={(to) => void navigate({ to: '/admin/audit-log', search: to, resetScroll: false })}
      renderPageLink={(page, link) => (
        <Link to="/admin/audit-log" search={{ ...search, page: page === 1 ? undefined : page }} {...link} />
      )}
    />
  );
}
