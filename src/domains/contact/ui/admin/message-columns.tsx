import { Mail, MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { cn } from '#design/cn.ts';
import type { Column } from '#design/data-table.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import type { Submission } from '../../contract.ts';
import { useSetRead } from './messages.queries.ts';

/** The table's columns. All of it is text of strangers. */
export function messageColumns(
  timeZone: string,
  renderLink: (id: string, link: { children: ReactNode; className: string }) => ReactNode,
): Column<Submission>[] {
  return [
    {
      id: 'message',
      header: 'Message',
      chief: true,
      className: 'sm:w-1/2',
      cell: ({ id, subject, message, readAt }) => (
        <div className="grid gap-1">
          <span className="flex items-start gap-2.5">
            {readAt ? null : <Badge variant="promo">New</Badge>}
            {renderLink(id, {
              children: subject,
              className: cn('link min-w-0 break-words', readAt ? 'font-normal' : 'font-semibold'),
            })}
          </span>
          <span className="line-clamp-2 break-words font-normal text-base text-muted-foreground sm:text-sm">
            {message.slice(0, 300)}
          </span>
        </div>
      ),
    },
    {
      id: 'from',
      header: 'From',
      cell: ({ name, email }) => (
        <span className="grid">
          <span className="break-words">{name}</span>
          <span className="break-all text-muted-foreground text-sm">{email}</span>
        </span>
      ),
    },
    {
      id: 'received',
      header: 'Received',
      cell: ({ createdAt }) => (
        <RelativeTime iso={createdAt} timeZone={timeZone} className="whitespace-nowrap" />
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      bare: true,
      align: 'end',
      cell: (message) => <MarkButton message={message} />,
    },
  ];
}

function MarkButton({ message: { id, subject, readAt } }: { message: Submission }) {
  const setRead = useSetRead();
  const label = readAt ? 'Mark unread' : 'Mark read';
  return (
    <Button
      variant="outline"
      size="sm"
      busy={setRead.isPending}
      className="min-h-11 w-full sm:min-h-9 sm:w-auto"
      onClick={() => setRead.mutate({ id, read: !readAt })}
    >
      {readAt ? <Mail aria-hidden="true" /> : <MailCheck aria-hidden="true" />}
      {label}
      <span className="sr-only">: {subject}</span>
    </Button>
  );
}
