import { useQuery } from '@tanstack/react-query';
import { MailCheck, Send } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import { actionsColumn, type Column } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ListScreen } from '#design/list-screen.tsx';
import { ExactTime, RelativeTime } from '#design/relative-time.tsx';
import { RowButton } from '#design/row-button.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { useApi } from '#shared/api.tsx';
import { plural } from '#shared/plural.ts';
import type { Undelivered } from '../../contract.ts';
import { listFailed, listRefused } from '../../messages.ts';
import { type MailApi, undeliveredQuery, undeliveredTotalQuery, useSendAgain } from './mail.queries.ts';

/** The list of undelivered emails, for the super admin; an admin gets a notice instead. */
export function MailScreen() {
  const api = useApi<MailApi>();
  const { page } = useListSearch().search;
  const { data: totals } = useQuery(undeliveredTotalQuery(api));
  return (
    <ListScreen
      title="Undelivered mail"
      lead={<span aria-live="polite">{totalText(totals)}</span>}
      refused={listRefused}
      columns={COLUMNS}
      list={useRememberedPage(undeliveredQuery(api, page))}
      failed={listFailed}
      empty={
        <EmptyState icon={<MailCheck />} title="Everything was delivered">
          A message that waits longer than a minute appears here. It is tried again by itself for some ten
          hours; after that it is given up, and you can have it sent again for a month.
        </EmptyState>
      }
    />
  );
}

function totalText(totals: { waiting: number; givenUp: number } | undefined): string {
  if (!totals) return 'Messages that could not be delivered yet.';
  const { waiting, givenUp } = totals;
  if (waiting + givenUp === 0) return 'Nothing is waiting, and nothing was given up.';
  const waitingText = plural(waiting, 'message waits', 'messages wait');
  const givenUpText = plural(givenUp, 'was given up', 'were given up');
  if (waiting === 0) return `${givenUpText} after many tries.`;
  return givenUp === 0
    ? `${waitingText} for the next try.`
    : `${waitingText} for the next try, ${givenUpText}.`;
}

const COLUMNS: Column<Undelivered>[] = [
  {
    id: 'to',
    header: 'To',
    chief: true,
    cell: ({ to, about, kind, since, tries, state, nextTry }) => (
      <span className="grid grid-cols-1 max-md:*:leading-5">
        {/* Smaller on a phone, so that most email addresses take one line. */}
        <span className="wrap-anywhere max-md:text-sm">{to}</span>
        <span className="font-normal text-muted-foreground text-sm max-md:truncate md:wrap-anywhere">
          {kind === 'text' ? 'A text message' : about}
        </span>
        {/* A card shows in one line what the table has columns for. */}
        <span className="font-normal text-muted-foreground text-sm md:hidden">
          <RelativeTime iso={since} /> · {plural(tries, 'try', 'tries')}
          {state === 'waiting' && nextTry ? (
            <>
              {' · next '}
              <RelativeTime iso={nextTry} />
            </>
          ) : null}
        </span>
      </span>
    ),
  },
  {
    id: 'since',
    header: 'Since',
    className: 'max-md:hidden',
    cell: ({ since }) => <RelativeTime iso={since} className="whitespace-nowrap" />,
  },
  {
    id: 'tries',
    header: 'Tries',
    className: 'max-md:hidden',
    cell: ({ tries }) => <span className="tabular-nums">{tries}</span>,
  },
  {
    id: 'error',
    header: 'Last error',
    bare: true,
    className: 'max-md:col-span-1 md:w-1/3',
    cell: ({ error }) => (
      <span className="wrap-anywhere block text-sm max-md:leading-5">
        {error ?? <span aria-hidden="true">–</span>}
      </span>
    ),
  },
  actionsColumn((mail) => <Next mail={mail} />, { header: 'Next step', className: 'max-md:col-span-1' }),
];

function Next({ mail: { id, to, kind, state, nextTry } }: { mail: Undelivered }) {
  const sendAgain = useSendAgain();
  if (state === 'waiting') {
    return (
      <span className="text-muted-foreground text-sm max-md:hidden">
        {nextTry ? (
          <>
            Next try <ExactTime iso={nextTry} />
          </>
        ) : (
          'Waiting to be sent'
        )}
      </span>
    );
  }
  if (kind === 'text') return <Badge>Given up</Badge>;
  return (
    <RowButton busy={sendAgain.isPending} onClick={() => sendAgain.mutate({ id })}>
      <Send aria-hidden="true" />
      Send again
      <span className="sr-only"> to {to}</span>
    </RowButton>
  );
}
