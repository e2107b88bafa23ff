import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { AuditLogScreen } from '#domains/accounts/ui/admin/audit-log-screen.tsx';
import type { AuditLogSearch } from '#domains/accounts/ui/audit-log.queries.ts';
import { MATTERS } from '#shared/account-matters.ts';
import { adminHead } from '../-admin-head.ts';

type Raw = { [Name in keyof AuditLogSearch]?: unknown };

function searchOf({ search, matter, page }: Raw): AuditLogSearch {
  const number = Number(page);
  return {
    search: typeof search === 'string' && search.trim() ? search.trim().slice(0, 200) : undefined,
    matter: MATTERS.find((one) => one === matter),
    page: Number.isInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined,
  };
}

export const Route = createFileRoute('/admin/_layout/audit-log')({
  validateSearch: (raw: Raw & SearchSchemaInput): AuditLogSearch => searchOf(raw),
  head: adminHead('Audit log'),
  component: AuditLogPage,
});

function AuditLogPage() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  return (
    <AuditLogScreen
      search={search}
      onSearch={(to) => void navigate({ to: '/admin/audit-log', search: to, resetScroll: false })}
      renderPageLink={(page, link) => (
        <Link to="/admin/audit-log" search={{ ...search, page: page === 1 ? undefined : page }} {...link} />
      )}
    />
  );
}
