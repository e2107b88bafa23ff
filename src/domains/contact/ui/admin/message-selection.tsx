import { useQueryClient } from '@tanstack/react-query';
import { Mail, MailOpen } from 'lucide-react';
import { SelectionActions, selectionInput } from '#design/selection-actions.tsx';
import type { Selection } from '#design/use-selection.ts';
import { useSelectionChange } from '#design/use-selection-change.ts';
import { useApi } from '#shared/api.tsx';
import { setManyReadMessages } from '../../messages.ts';
import { CONTACT, type ContactAdminApi, type MessagesSearch } from './messages.queries.ts';

/** Marks the selected messages as read or unread. */
export function MessageSelection({ selection, search }: { selection: Selection; search: MessagesSearch }) {
  const { contact } = useApi<ContactAdminApi>();
  const { page: _page, message: _message, ...filter } = search;
  const queryClient = useQueryClient();
  const { run, running } = useSelectionChange({
    selection,
    send: (read: boolean, key) =>
      contact.setManyRead({ key, selection: selectionInput(selection.selected, filter), read }),
    messages: setManyReadMessages,
    reload: () => {
      void queryClient.invalidateQueries({ queryKey: CONTACT });
      void queryClient.invalidateQueries({ queryKey: ['admin', 'dashboard'] });
    },
  });
  return (
    <SelectionActions
      selection={selection}
      names={['message', 'messages']}
      running={running}
      actions={[
        { label: 'Mark as read', icon: <MailOpen aria-hidden="true" />, run: () => run(true) },
        { label: 'Mark as unread', icon: <Mail aria-hidden="true" />, run: () => run(false) },
      ]}
    />
  );
}
