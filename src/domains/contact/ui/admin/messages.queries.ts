import type { ContractRouterClient } from '@orpc/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { readQuery } from '#shared/read-query.ts';
import type { contactContract, Submission } from '../../contract.ts';
import { markedUnread, setReadMessages } from '../../messages.ts';

export type ContactAdminApi = { contact: ContractRouterClient<typeof contactContract> };

/** The search parameters: which messages, and the open one. */
export interface MessagesSearch {
  unread?: true;
  page?: number;
  message?: string;
}

export const CONTACT = ['admin', 'contact'] as const;

export const messagesQuery = ({ contact }: ContactAdminApi, { unread, page }: MessagesSearch) =>
  readQuery([...CONTACT, 'list', { unread, page }], (call) => contact.listMessages({ unread, page }, call));

/** The number of unread messages. */
export const unreadTotalQuery = ({ contact }: ContactAdminApi) =>
  readQuery([...CONTACT, 'unreadTotal'], (call) => contact.unreadTotal(undefined, call));

const messageKey = (id: string) => [...CONTACT, 'message', id] as const;

export const messageQuery = ({ contact }: ContactAdminApi, id: string) =>
  readQuery(messageKey(id), (call) => contact.getMessage({ id }, call));

type Page = Awaited<ReturnType<ContactAdminApi['contact']['listMessages']>>;

/** Marks a message as read because it is opened. */
export function useOpenMessage() {
  const { contact } = useApi<ContactAdminApi>();
  return useOperation({
    mutationFn: (id: string) => contact.openMessage({ id }),
    messages: setReadMessages,
    onSuccess: useShowMarked(),
  });
}

/** Marks a message as unread. */
export function useMarkUnread(onDone: () => void) {
  const { contact } = useApi<ContactAdminApi>();
  const show = useShowMarked();
  return useOperation({
    mutationFn: (id: string) => contact.setRead({ id, read: false }),
    messages: setReadMessages,
    successMessage: () => markedUnread,
    onSuccess: (message) => {
      show(message);
      onDone();
    },
  });
}

/** Updates every list that shows the message. */
function useShowMarked() {
  const queryClient = useQueryClient();
  return (message: Submission) => {
    queryClient.setQueryData(messageKey(message.id), message);
    queryClient.setQueriesData<Page>(
      { queryKey: [...CONTACT, 'list'] },
      (page) => page && withNewer(page, message),
    );
    void queryClient.invalidateQueries({ queryKey: CONTACT });
    void queryClient.invalidateQueries({ queryKey: ['admin', 'dashboard'] });
  };
}

const withNewer = (page: Page, message: Submission): Page => ({
  ...page,
  items: page.items.map((one) => (one.id === message.id ? message : one)),
});
