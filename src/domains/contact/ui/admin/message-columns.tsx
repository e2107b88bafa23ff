import { Link } from '@tanstack/react-router';
import { Badge } from '#design/badge.tsx';
import { cn } from '#design/cn.ts';
import type { Column } from '#design/data-table.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import type { Submission } from '../../contract.ts';

/** The table's columns. All of it is untrusted text. Opening a message marks it as read. */
export const MESSAGE_COLUMNS: Column<Submission>[] = [
  {
    id: 'message',
    header: 'Message',
    chief: true,
    className: 'md:w-1/2',
    cell: ({ id, subject, message, readAt, name, createdAt }) => (
      <div className="grid grid-cols-1 md:gap-1">
        <span className="flex items-center gap-2.5 md:items-start">
          {readAt ? null : (
            <Badge variant="promo" className="shrink-0">
              New
            </Badge>
          )}
          <Link
            to="/admin/messages"
            search={(now) => ({ ...now, message: id })}
            resetScroll={false}
            // On touch screens the whole card is the target.
            className={cn(
              'link min-w-0 max-md:truncate max-md:after:absolute max-md:after:inset-0 md:break-words',
              readAt ? 'font-normal' : 'font-semibold',
            )}
          >
            {subject}
          </Link>
        </span>
        <span className="line-clamp-1 break-words font-normal text-muted-foreground text-sm md:line-clamp-2">
          {message.slice(0, 300)}
        </span>
        {/* A card shows in one line what the table has columns for. */}
        <span className="flex gap-x-1 font-normal text-sm md:hidden">
          <span className="truncate">{name}</span>
          <span className="shrink-0 text-muted-foreground">
            · <RelativeTime iso={createdAt} />
          </span>
        </span>
      </div>
    ),
  },
  {
    id: 'from',
    header: 'From',
    className: 'max-md:hidden',
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
    className: 'max-md:hidden',
    cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="whitespace-nowrap" />,
  },
];
