import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { Chip } from '#design/chip.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ListScreen, ShowAllButton } from '#design/list-screen.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useSelection } from '#design/use-selection.ts';
import { useSteadyPage } from '#design/use-steady-page.ts';
import { useApi } from '#shared/api.tsx';
import { formatCount, plural } from '#shared/plural.ts';
import { answerOf, listFailed } from '../../messages.ts';
import { MESSAGE_COLUMNS } from './message-columns.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { MessageSelection } from './message-selection.tsx';
import {
  type ContactAdminApi,
  type MessagesSearch,
  messagesQuery,
  unreadTotalQuery,
} from './messages.queries.ts';

/** The list of contact messages, newest first. */
export function MessagesScreen() {
  const api = useApi<ContactAdminApi>();
  const { search, show } = useListSearch<MessagesSearch>();
  const list = useSteadyPage(messagesQuery(api, search));
  const selection = useSelection(list, search);
  const unread = useQuery(unreadTotalQuery(api)).data?.unread;
  return (
    <ListScreen
      title="Messages"
      lead={<span aria-live="polite">{unreadText(unread)}</span>}
      filters={
        <fieldset className="flex gap-2">
          <legend className="sr-only">Which messages</legend>
          <Chip current={!search.unread}>
            <button type="button" onClick={() => show({})}>
              All
            </button>
          </Chip>
          <Chip current={search.unread}>
            <button type="button" onClick={() => show({ unread: true })}>
              {unread === undefined ? 'Unread' : `Unread (${formatCount(unread)})`}
            </button>
          </Chip>
        </fieldset>
      }
      columns={MESSAGE_COLUMNS}
      list={list}
      count={['message', 'messages']}
      newRow="message"
      selecting={{
        selection,
        labelOf: ({ subject }) => subject,
        bar: <MessageSelection selection={selection} search={search} />,
      }}
      failed={(error) => ({ title: listFailed, description: answerOf(error) })}
      empty={
        search.unread ? (
          <EmptyState
            icon={<Mail />}
            title="Everything is read"
            action={<ShowAllButton>All messages</ShowAllButton>}
          >
            New messages appear here.
          </EmptyState>
        ) : (
          <EmptyState icon={<Mail />} title="No messages yet">
            What people send with the contact page appears here.
          </EmptyState>
        )
      }
    >
      {search.message ? (
        <MessageDialog
          key={search.message}
          id={search.message}
          known={list.data?.items.find(({ id }) => id === search.message)}
          onClose={() => show((now) => ({ ...now, message: undefined }))}
        />
      ) : null}
    </ListScreen>
  );
}

function unreadText(unread: number | undefined): string {
  if (unread === undefined) return 'What people wrote with the contact page.';
  if (unread === 0) return 'All of them are read.';
  return `${plural(unread, 'message is', 'messages are')} unread.`;
}
