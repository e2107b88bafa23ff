import { createFileRoute, Link, type SearchSchemaInput } from '@tanstack/react-router';
import { MailScreen } from '#domains/mail/ui/admin/mail-screen.tsx';
import { adminHead } from '../-admin-head.ts';

export const Route = createFileRoute('/admin/_layout/mail')({
  validateSearch: ({ page }: { page?: unknown } & SearchSchemaInput): { page?: number } => {
    const number = Number(page);
    return { page: Number.isInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined };
  },
  head: adminHead('Undelivered mail'),
  component: MailPage,
});

function MailPage() {
  const { page } = Route.useSearch();
  return (
    <MailScreen
      page={page}
      renderPageLink={(to, link) => (
        <Link to="/admin/mail" search={{ page: to === 1 ? undefined : to }} {...link} />
      )}
    />
  );
}
