import { ScrollText } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { type PageLink, Pagination } from '#design/pagination.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { Select } from '#design/select.tsx';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { MATTERS, type Matter } from '#shared/account-matters.ts';
import { useApi } from '#shared/api.tsx';
import { fullTime } from '#shared/dates.ts';
import { codeOf } from '#shared/messages.ts';
import { useShop } from '#shared/shop-context.tsx';
import { reasonOf, sentenceOf } from '../../activity.ts';
import type { AuditEvent } from '../../audit-log.contract.ts';
import { deviceOf } from '../../device.ts';
import { type AuditLogApi, type AuditLogSearch, auditLogQuery } from '../audit-log.queries.ts';

const MATTER_LABELS: Record<Matter, string> = {
  sign_in: 'Sign-ins',
  failure: 'Failures',
  account: 'Changes of accounts',
  rights: 'Roles and bans',
};

/** Sign-ins and account events, newest first. For the owner; an admin sees that they have no access. */
export function AuditLogScreen({
  search,
  onSearch,
  renderPageLink,
}: {
  /** From the URL. */
  search: AuditLogSearch;
  onSearch: (search: AuditLogSearch) => void;
  renderPageLink: (page: number, link: PageLink) => ReactNode;
}) {
  const api = useApi<AuditLogApi>();
  const { timeZone } = useShop();
  const { data, error, busy, retry } = useRememberedPage(auditLogQuery(api, search));
  const columns = useMemo(() => columnsFor(timeZone), [timeZone]);

  if (codeOf(error) === 'NO_PERMISSION') {
    return (
      <div className="grid grid-cols-1 gap-6">
        <PageHeading title="Audit log" />
        <ErrorState title="You do not have permission to read the audit log">
          Only a super admin sees who came in and what failed.
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading
        title="Audit log"
        lead="Who came in, what was refused, and who changed what of an account, for half a year."
      />
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <SearchBox
          label="Search by name, email or phone"
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ ...search, search: text || undefined, page: undefined })}
        />
        <Select
          aria-label="What it is about"
          value={search.matter ?? 'all'}
          onChange={({ target }) =>
            onSearch({ ...search, matter: MATTERS.find((one) => one === target.value), page: undefined })
          }
        >
          <option value="all">Everything</option>
          {MATTERS.map((matter) => (
            <option key={matter} value={matter}>
              {MATTER_LABELS[matter]}
            </option>
          ))}
        </Select>
      </div>
      <div className="grid gap-3">
        <p aria-live="polite" className="min-h-6 text-muted-foreground">
          {data ? countOf(data.total, data.capped) : null}
        </p>
        <DataTable
          caption="Audit log"
          columns={columns}
          rows={data?.items}
          rowId={({ id }) => id}
          busy={busy}
          failure={
            error
              ? {
                  title: 'The journal could not be loaded',
                  text: 'Please check your connection and try again.',
                  error,
                  onRetry: retry,
                }
              : undefined
          }
          empty={
            <EmptyState
              icon={<ScrollText />}
              title="Nothing found"
              action={
                search.search || search.matter ? (
                  <Button variant="outline" onClick={() => onSearch({})}>
                    Show everything
                  </Button>
                ) : undefined
              }
            >
              {search.search || search.matter ? 'Nothing fits this search.' : 'Nothing has happened yet.'}
            </EmptyState>
          }
        />
        <Pagination
          page={data?.page ?? 1}
          pageCount={data?.pageCount ?? 1}
          renderLink={renderPageLink}
          className="mt-3"
        />
      </div>
    </div>
  );
}

function countOf(total: number, capped: boolean): string {
  if (total === 0) return '';
  return total === 1 ? '1 entry' : `${total.toLocaleString('en')}${capped ? '+' : ''} entries`;
}

function columnsFor(timeZone: string): Column<AuditEvent>[] {
  return [
    {
      id: 'what',
      header: 'What happened',
      chief: true,
      className: 'sm:w-1/3',
      cell: (event) => <What event={event} timeZone={timeZone} />,
    },
    { id: 'who', header: 'Who', className: 'max-sm:hidden', cell: (event) => <EventAccount event={event} /> },
    {
      id: 'where',
      header: 'From',
      className: 'max-sm:hidden',
      cell: ({ userAgent, ipAddress }) => (
        <span className="grid">
          {userAgent ? <span title={userAgent}>{deviceOf(userAgent)}</span> : null}
          <span className="break-all text-muted-foreground text-sm">{ipAddress ?? '–'}</span>
        </span>
      ),
    },
    {
      id: 'when',
      header: 'When',
      className: 'max-sm:hidden',
      cell: ({ at }) => (
        <span className="grid">
          <RelativeTime iso={at} timeZone={timeZone} className="whitespace-nowrap" />
          <span className="whitespace-nowrap text-muted-foreground text-sm">
            {fullTime(new Date(at), timeZone)}
          </span>
        </span>
      ),
    },
  ];
}

function What({ event, timeZone }: { event: AuditEvent; timeZone: string }) {
  const reason = reasonOf(event);
  const { at, userAgent, ipAddress } = event;
  return (
    <span className="grid grid-cols-1 max-sm:leading-5 sm:gap-1">
      <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        {event.matter === 'failure' ? <Badge variant="warning">Failed</Badge> : null}
        {sentenceOf(event)}
      </span>
      {reason ? (
        <span className="wrap-anywhere font-normal text-muted-foreground text-sm">{reason}</span>
      ) : null}
      {/* A card shows in lines what the table shows in columns. */}
      <span className="font-normal text-[0.8125rem] leading-4.5 sm:hidden">
        <EventAccount event={event} />
        <span className="flex flex-wrap gap-x-2 text-muted-foreground">
          <span>{fullTime(new Date(at), timeZone)}</span>
          {userAgent ? <span>{deviceOf(userAgent)}</span> : null}
          {ipAddress ? <span className="wrap-anywhere">{ipAddress}</span> : null}
        </span>
      </span>
    </span>
  );
}

function EventAccount({ event: { person, subject, actor, matter } }: { event: AuditEvent }) {
  const byActor =
    matter === 'rights' && !actor ? 'by someone at the server' : actor && `by ${actor.name || actor.email}`;
  return (
    <span className="flex flex-wrap gap-x-1.5 sm:grid">
      {person ? (
        <>
          {person.name ? <span className="wrap-anywhere">{person.name}</span> : null}
          <span className="wrap-anywhere text-muted-foreground sm:text-sm">{person.email}</span>
        </>
      ) : (
        <span className="wrap-anywhere">
          {subject || (matter === 'failure' ? 'Nobody known' : 'An account that is gone')}
        </span>
      )}
      {byActor ? <span className="wrap-anywhere sm:text-sm">{byActor}</span> : null}
    </span>
  );
}
