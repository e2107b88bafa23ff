import type { ReactNode } from 'react';
import { Badge } from '#design/badge.tsx';
import { cn } from '#design/cn.ts';
import type { Column } from '#design/data-table.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import type { Submission } from '../../contract.ts';

/** The table's columns. All of it is text of strangers. A message that is opened is read. */
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
          <span className="line-clamp-1 break-words font-normal text-muted-foreground text-sm sm:line-clamp-2">
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
  ];
}
