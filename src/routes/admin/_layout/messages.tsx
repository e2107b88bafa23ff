import { createFileRoute, Link, type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import type { MessagesSearch } from '#domains/contact/ui/admin/messages.queries.ts';
import { MessagesScreen } from '#domains/contact/ui/admin/messages-screen.tsx';
import { isId } from '#shared/random-id.ts';
import { adminHead } from '../-admin-head.ts';

type Raw = { [Name in keyof MessagesSearch]?: unknown };

function searchOf({ unread, page, message }: Raw): MessagesSearch {
  const number = Number(page);
  return {
    unread: unread === true || unread === 'true' ? true : undefined,
    page: Number.isInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined,
    message: isId(message) ? message : undefined,
  };
}

export const Route = createFileRoute('/admin/_layout/messages')({
  validateSearch: (raw: Raw & SearchSchemaInput): MessagesSearch => searchOf(raw),
  head: adminHead('Messages'),
  component: MessagesPage,
});

function MessagesPage() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const renderMessageLink = useCallback(
    (id: string, link: { children: ReactNode; className: string }) => (
      <Link to="/admin/messages" search={(now) => ({ ...now, message: id })} resetScroll={false} {...link} />
    ),
    [],
  );
  return (
    <MessagesScreen
      search={search}
      onSearch={(to) => void navigate({ to: '/admin/messages', search: to, resetScroll: false })}
      renderPageLink={(page, link) => (
        <Link to="/admin/messages" search={{ ...search, page: page === 1 ? undefined : page }} {...link} />
      )}
      renderMessageLink={renderMessageLink}
    />
  );
}
