import { useQuery } from '@tanstack/react-query';
import { MailCheck, Send } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { type PageLink, Pagination } from '#design/pagination.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { useApi } from '#shared/api.tsx';
import { fullTime } from '#shared/dates.ts';
import { codeOf } from '#shared/messages.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { Undelivered } from '../../contract.ts';
import { listFailed } from '../../messages.ts';
import { type MailApi, undeliveredQuery, undeliveredTotalQuery, useSendAgain } from './mail.queries.ts';

/** The list of undelivered emails, for the super admin; an admin gets a notice instead. */
export function MailScreen({
  page,
  renderPageLink,
}: {
  page: number | undefined;
  renderPageLink: (page: number, link: PageLink) => ReactNode;
}) {
  const api = useApi<MailApi>();
  const { timeZone } = useShop();
  const { data, error, busy, retry } = useRememberedPage(undeliveredQuery(api, page));
  const totals = useQuery(undeliveredTotalQuery(api));
  const columns = useMemo(() => columnsFor(timeZone), [timeZone]);

  if (codeOf(error) === 'NO_PERMISSION') {
    return (
      <div className="grid grid-cols-1 gap-6">
        <PageHeading title="Undelivered mail" />
        <ErrorState title="You do not have permission to see undelivered mail">
          Only a super admin sees to whom the shop writes.
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading title="Undelivered mail" lead={<span aria-live="polite">{totalText(totals.data)}</span>} />
      <DataTable
        caption="Undelivered mail"
        columns={columns}
        rows={data?.items}
        rowId={({ id }) => id}
        busy={busy}
        failure={
          error
            ? {
                title: listFailed,
                text: 'Please check your connection and try again.',
                error,
                onRetry: retry,
              }
            : undefined
        }
        empty={
          <EmptyState icon={<MailCheck />} title="Everything was delivered">
            A message that waits longer than a minute appears here. It is tried again by itself for some ten
            hours; after that it is given up, and you can have it sent again for a month.
          </EmptyState>
        }
      />
      <Pagination page={data?.page ?? 1} pageCount={data?.pageCount ?? 1} renderLink={renderPageLink} />
    </div>
  );
}

function totalText(totals: { waiting: number; givenUp: number } | undefined): string {
  if (!totals) return 'What the shop wrote and could not hand over.';
  const { waiting, givenUp } = totals;
  const waits = waiting === 1 ? '1 message waits' : `${waiting.toLocaleString('en')} messages wait`;
  const gone = givenUp === 1 ? '1 was given up' : `${givenUp.toLocaleString('en')} were given up`;
  if (waiting + givenUp === 0) return 'Nothing waits and nothing was given up.';
  if (waiting === 0) return `${gone.charAt(0).toUpperCase()}${gone.slice(1)} after many tries.`;
  return givenUp === 0 ? `${waits} for the next try.` : `${waits} for the next try, ${gone}.`;
}

function columnsFor(timeZone: string): Column<Undelivered>[] {
  return [
    {
      id: 'to',
      header: 'To',
      chief: true,
      cell: ({ to, about, kind, since, tries, state, nextTry }) => (
        <span className="grid grid-cols-1 max-sm:*:leading-5">
          {/* Smaller on a phone, so that most email addresses take one line. */}
          <span className="wrap-anywhere max-sm:text-sm">{to}</span>
          <span className="font-normal text-muted-foreground text-sm max-sm:truncate sm:wrap-anywhere">
            {kind === 'text' ? 'A text message' : about}
          </span>
          {/* A card shows in one line what the table has columns for. */}
          <span className="font-normal text-muted-foreground text-sm sm:hidden">
            <RelativeTime iso={since} timeZone={timeZone} /> · {tries === 1 ? '1 try' : `${tries} tries`}
            {state === 'waiting' && nextTry ? (
              <>
                {' · next '}
                <RelativeTime iso={nextTry} timeZone={timeZone} />
              </>
            ) : null}
          </span>
        </span>
      ),
    },
    {
      id: 'since',
      header: 'Since',
      className: 'max-sm:hidden',
      cell: ({ since }) => <RelativeTime iso={since} timeZone={timeZone} className="whitespace-nowrap" />,
    },
    {
      id: 'tries',
      header: 'Tries',
      className: 'max-sm:hidden',
      cell: ({ tries }) => <span className="tabular-nums">{tries}</span>,
    },
    {
      id: 'error',
      header: 'Last answer',
      bare: true,
      className: 'max-sm:col-span-1 sm:w-1/3',
      cell: ({ error }) => (
        <span className="wrap-anywhere block text-sm max-sm:leading-5">
          {error ?? <span aria-hidden="true">–</span>}
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'What next',
      bare: true,
      align: 'end',
      className: 'max-sm:col-span-1',
      cell: (mail) => <Next mail={mail} timeZone={timeZone} />,
    },
  ];
}

function Next({ mail: { id, to, kind, state, nextTry }, timeZone }: { mail: Undelivered; timeZone: string }) {
  const sendAgain = useSendAgain();
  if (state === 'waiting') {
    return (
      <span className="text-muted-foreground text-sm max-sm:hidden">
        {nextTry ? `Next try ${fullTime(new Date(nextTry), timeZone)}` : 'Waits for its turn'}
      </span>
    );
  }
  if (kind === 'text') return <Badge>Given up</Badge>;
  return (
    <Button
      variant="outline"
      size="sm"
      busy={sendAgain.isPending}
      className="min-h-11 sm:min-h-9"
      onClick={() => sendAgain.mutate({ id })}
    >
      <Send aria-hidden="true" />
      Send again
      <span className="sr-only"> to {to}</span>
    </Button>
  );
}
