import type { ContractRouterClient } from '@orpc/contract';
import { queryOptions } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { Badge } from '#design/badge.tsx';
import type { Column } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { FilterRow, ListScreen, ShowAllButton } from '#design/list-screen.tsx';
import { ExactTime, RowTime } from '#design/relative-time.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import type { Matter } from '#shared/account-matters.ts';
import { useApi } from '#shared/api.tsx';
import { NO_ANSWER } from '#shared/messages.ts';
import { deviceOf } from '#shared/user-agent.ts';
import { reasonOf, sentenceOf } from '../../activity.ts';
import type { AuditEvent, auditLogContract } from '../../audit-log.contract.ts';

type AuditLogApi = { auditLog: ContractRouterClient<typeof auditLogContract> };

/** The list's filters, from the URL. */
interface AuditLogSearch {
  matter?: Matter;
  search?: string;
  page?: number;
}

const auditLogQuery = ({ auditLog }: AuditLogApi, search: AuditLogSearch) =>
  queryOptions({
    queryKey: ['admin', 'audit-log', search],
    queryFn: ({ signal }) => auditLog.listEvents(search, { signal }),
    // Always fetched: it shows what has just happened.
    staleTime: 0,
  });

const MATTER_LABELS: Record<Matter, string> = {
  sign_in: 'Sign-ins',
  failure: 'Failures',
  account: 'Changes of accounts',
  rights: 'Roles and bans',
};

/** Sign-ins and account events, newest first. For the owner; an admin sees that they have no access. */
export function AuditLogScreen() {
  const { search, narrow, isNarrowed, searchBox } = useListSearch<AuditLogSearch>();
  return (
    <ListScreen
      title="Audit log"
      lead="Sign-ins, refusals and changes of accounts in the last six months."
      refused={{
        title: 'You do not have permission to read the audit log',
        description: 'Only a super admin can read it.',
      }}
      filters={
        <FilterRow
          search={{ label: 'Search by name, email or phone', ...searchBox }}
          label="Category"
          all="Everything"
          labels={MATTER_LABELS}
          value={search.matter}
          onChange={(matter) => narrow({ matter })}
        />
      }
      columns={COLUMNS}
      list={useRememberedPage(auditLogQuery(useApi<AuditLogApi>(), search))}
      count={['entry', 'entries']}
      failed={{ title: 'The audit log could not be loaded', description: NO_ANSWER }}
      empty={
        <EmptyState
          icon={<ScrollText />}
          title="Nothing found"
          action={isNarrowed ? <ShowAllButton>Show everything</ShowAllButton> : null}
        >
          {isNarrowed ? 'No entry matches this search.' : 'There are no entries yet.'}
        </EmptyState>
      }
    />
  );
}

const COLUMNS: Column<AuditEvent>[] = [
  {
    id: 'what',
    header: 'What happened',
    chief: true,
    className: 'md:w-1/3',
    cell: (event) => <What event={event} />,
  },
  { id: 'user', header: 'Who', className: 'max-md:hidden', cell: (event) => <EventAccount event={event} /> },
  {
    id: 'where',
    header: 'From',
    className: 'max-md:hidden',
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
    className: 'max-md:hidden',
    cell: ({ at }) => <RowTime iso={at} />,
  },
];

function What({ event }: { event: AuditEvent }) {
  const reason = reasonOf(event);
  const { at, userAgent, ipAddress } = event;
  return (
    <span className="grid grid-cols-1 max-md:leading-5 md:gap-1">
      <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        {event.matter === 'failure' ? <Badge variant="warning">Failed</Badge> : null}
        {sentenceOf(event)}
      </span>
      {reason ? (
        <span className="wrap-anywhere font-normal text-muted-foreground text-sm">{reason}</span>
      ) : null}
      {/* A card shows in lines what the table shows in columns. */}
      <span className="font-normal text-[0.8125rem] leading-4.5 md:hidden">
        <EventAccount event={event} />
        <span className="flex flex-wrap gap-x-2 text-muted-foreground">
          <span>
            <ExactTime iso={at} />
          </span>
          {userAgent ? <span>{deviceOf(userAgent)}</span> : null}
          {ipAddress ? <span className="wrap-anywhere">{ipAddress}</span> : null}
        </span>
      </span>
    </span>
  );
}

/** Their user is who made or changed them, not whom the event is about. */
const isOfProgram = (kind: string) => /^(api_key|webhook)_/.test(kind);

function EventAccount({ event: { kind, user, subject, actor, matter } }: { event: AuditEvent }) {
  const byActor = actor
    ? `by ${actor.name || actor.email}`
    : matter === 'rights' && !isOfProgram(kind) && 'by a command on the server';
  const gone = isOfProgram(kind) ? 'A deleted account, or a command on the server' : 'A deleted account';
  return (
    <span className="flex flex-wrap gap-x-1.5 md:grid md:min-w-36">
      {user ? (
        <>
          {user.name ? <span className="wrap-anywhere">{user.name}</span> : null}
          <span className="wrap-anywhere text-muted-foreground md:text-sm">{user.email}</span>
        </>
      ) : (
        <span className="wrap-anywhere">{subject || (matter === 'failure' ? 'Unknown account' : gone)}</span>
      )}
      {byActor ? <span className="wrap-anywhere md:text-sm">{byActor}</span> : null}
    </span>
  );
}
