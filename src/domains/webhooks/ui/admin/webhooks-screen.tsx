import { Link } from '@tanstack/react-router';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { BreakableText } from '#design/breakable-text.tsx';
import { Button } from '#design/button.tsx';
import type { Column } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ListScreen } from '#design/list-screen.tsx';
import { NameCell } from '#design/name-cell.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { Reauthentication } from '#domains/accounts/ui/reauthentication/reauthentication.tsx';
import { useApi } from '#shared/api.tsx';
import type { Webhook } from '../../contract.ts';
import { listFailed, listRefused } from '../../messages.ts';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { type WebhooksApi, webhooksQuery } from './webhooks.queries.ts';

/** The webhooks, for the super admin; an admin gets a notice instead. */
export function WebhooksScreen() {
  const { page } = useListSearch().search;
  const list = useRememberedPage(webhooksQuery(useApi<WebhooksApi>(), page));
  const [isCreating, setCreating] = useState(false);
  return (
    <ListScreen
      title="Webhooks"
      lead="Tell other programs, such as accounting or delivery, as soon as something happens."
      actions={
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          New webhook
        </Button>
      }
      refused={listRefused}
      columns={COLUMNS}
      list={list}
      count={['webhook', 'webhooks']}
      failed={listFailed}
      empty={
        <EmptyState icon={<WebhookIcon />} title="There are no webhooks">
          A webhook sends orders and changed products to another program, signed, and tries again for a day if
          it does not answer.
        </EmptyState>
      }
    >
      <Reauthentication>
        {isCreating ? <CreateWebhookDialog onClose={() => setCreating(false)} /> : null}
      </Reauthentication>
    </ListScreen>
  );
}

/** Whether a webhook sends; nothing for one that works. */
export function StateBadge({ webhook: { isActive, offReason, failingSince } }: { webhook: Webhook }) {
  if (!isActive) return <Badge variant={offReason ? 'danger' : 'neutral'}>Off</Badge>;
  return failingSince ? <Badge variant="warning">Failing</Badge> : null;
}

export const EventBadges = ({ events }: Pick<Webhook, 'events'>) => (
  <span className="flex flex-wrap gap-1">
    {events.map((event) => (
      <Badge key={event}>{event}</Badge>
    ))}
  </span>
);

const COLUMNS: Column<Webhook>[] = [
  {
    id: 'name',
    header: 'Name',
    chief: true,
    className: 'md:w-1/2',
    cell: (webhook) => (
      <NameCell
        name={
          <Link
            to="/admin/webhooks/$id"
            params={{ id: webhook.id }}
            // The whole card on a phone.
            className="link max-md:after:absolute max-md:after:inset-0"
          >
            {webhook.name}
          </Link>
        }
        badges={<StateBadge webhook={webhook} />}
        about={<BreakableText>{webhook.url}</BreakableText>}
      />
    ),
  },
  { id: 'events', header: 'Events', bare: true, cell: EventBadges },
  {
    id: 'created',
    header: 'Made',
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="whitespace-nowrap" />,
  },
];
