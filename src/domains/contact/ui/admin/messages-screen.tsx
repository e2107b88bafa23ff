import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Button } from '#design/button.tsx';
import { Chip } from '#design/chip.tsx';
import { DataTable } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { type PageLink, Pagination } from '#design/pagination.tsx';
import { pendingChangesButton, useSteadyPage } from '#design/use-steady-page.ts';
import { useApi } from '#shared/api.tsx';
import { useShop } from '#shared/shop-context.tsx';
import { answerOf, listFailed } from '../../messages.ts';
import { messageColumns } from './message-columns.tsx';
import { MessageDialog } from './message-dialog.tsx';
import {
  type ContactAdminApi,
  type MessagesSearch,
  messagesQuery,
  unreadTotalQuery,
} from './messages.queries.ts';

/** The list of contact messages, newest first. */
export function MessagesScreen({
  search,
  onSearch,
  renderPageLink,
  renderMessageLink,
}: {
  /** The URL's search parameters. */
  search: MessagesSearch;
  onSearch: (search: MessagesSearch) => void;
  renderPageLink: (page: number, link: PageLink) => ReactNode;
  /** Renders a link that opens a message. */
  renderMessageLink: (id: string, link: { children: ReactNode; className: string }) => ReactNode;
}) {
  const api = useApi<ContactAdminApi>();
  const { timeZone } = useShop();
  const { data, error, busy, retry, pendingChanges, interactionProps } = useSteadyPage(
    messagesQuery(api, search),
  );
  const { data: totals } = useQuery(unreadTotalQuery(api));
  const columns = useMemo(() => messageColumns(timeZone, renderMessageLink), [timeZone, renderMessageLink]);
  const show = (unread: true | undefined) => onSearch({ unread });
  const opened = data?.items.find(({ id }) => id === search.message);

  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading title="Messages" lead={<span aria-live="polite">{unreadText(totals?.unread)}</span>} />
      <fieldset className="flex gap-2">
        <legend className="sr-only">Which messages</legend>
        <Chip current={!search.unread}>
          <button type="button" onClick={() => show(undefined)}>
            All
          </button>
        </Chip>
        <Chip current={search.unread}>
          <button type="button" onClick={() => show(true)}>
            {totals ? `Unread (${totals.unread.toLocaleString('en')})` : 'Unread'}
          </button>
        </Chip>
      </fieldset>
      <DataTable
        caption="Messages"
        columns={columns}
        rows={data?.items}
        rowId={({ id }) => id}
        busy={busy}
        interactionProps={interactionProps}
        pendingChanges={pendingChangesButton(pendingChanges, (data?.page ?? 1) === 1 && 'message')}
        failure={error ? { title: listFailed, text: answerOf(error), onRetry: retry } : undefined}
        empty={
          search.unread ? (
            <EmptyState
              icon={<Mail />}
              title="Everything is read"
              action={
                <Button variant="outline" onClick={() => show(undefined)}>
                  All messages
                </Button>
              }
            >
              New messages appear here.
            </EmptyState>
          ) : (
            <EmptyState icon={<Mail />} title="No messages yet">
              What people send with the contact page appears here.
            </EmptyState>
          )
        }
      />
      <Pagination page={data?.page ?? 1} pageCount={data?.pageCount ?? 1} renderLink={renderPageLink} />
      {search.message ? (
        <MessageDialog
          key={search.message}
          id={search.message}
          known={opened}
          onClose={() => onSearch({ ...search, message: undefined })}
        />
      ) : null}
    </div>
  );
}

function unreadText(unread: number | undefined): string {
  if (unread === undefined) return 'What people wrote with the contact page.';
  if (unread === 0) return 'All of them are read.';
  return unread === 1 ? '1 message is unread.' : `${unread.toLocaleString('en')} messages are unread.`;
}
