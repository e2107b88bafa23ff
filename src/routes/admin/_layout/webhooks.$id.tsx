import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { listFailed, listRefused } from '#domains/webhooks/messages.ts';
import { WebhookView } from '#domains/webhooks/ui/admin/webhook-view.tsx';
import { type WebhooksApi, webhookQuery } from '#domains/webhooks/ui/admin/webhooks.queries.ts';
import { useApi } from '#shared/api.tsx';
import { isId } from '#shared/random-id.ts';
import { adminHead } from '../-admin-head.ts';
import { listSearch } from '../-list-search.ts';
import { RowPage } from './-row-page.tsx';

export const Route = createFileRoute('/admin/_layout/webhooks/$id')({
  validateSearch: listSearch({}),
  head: adminHead('Webhook'),
  component: WebhookPage,
});

function WebhookPage() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <RowPage
      id={id}
      list="webhooks"
      name="Webhook"
      query={useQuery({ ...webhookQuery(useApi<WebhooksApi>(), id), enabled: isId(id) })}
      refused={listRefused}
      failed={listFailed}
      missing="It may have been deleted."
    >
      {(webhook) => (
        <WebhookView webhook={webhook} onDeleted={() => void navigate({ to: '/admin/webhooks' })} />
      )}
    </RowPage>
  );
}
