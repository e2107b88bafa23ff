import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { EmptyState } from '#design/empty-state.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { listFailed, listRefused } from '#domains/webhooks/messages.ts';
import { WebhookView } from '#domains/webhooks/ui/admin/webhook-view.tsx';
import { type WebhooksApi, webhookQuery } from '#domains/webhooks/ui/admin/webhooks.queries.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { isId } from '#shared/random-id.ts';
import { QueryFailure } from '../../-query-failure.tsx';
import { adminHead } from '../-admin-head.ts';
import { listSearch } from '../-list-search.ts';
import { BackToList } from './-back-to-list.tsx';

export const Route = createFileRoute('/admin/_layout/webhooks/$id')({
  validateSearch: listSearch({}),
  head: adminHead('Webhook'),
  component: WebhookPage,
});

function WebhookPage() {
  const { id } = Route.useParams();
  return (
    <>
      <div className="mb-3">
        <BackToList name="webhooks" />
      </div>
      {isId(id) ? <KnownWebhook key={id} id={id} /> : <WebhookNotFound />}
    </>
  );
}

function KnownWebhook({ id }: { id: string }) {
  const navigate = Route.useNavigate();
  const query = useQuery(webhookQuery(useApi<WebhooksApi>(), id));
  const { data: webhook, error } = query;
  const code = codeOf(error);
  if (code === 'NOT_FOUND') return <WebhookNotFound />;
  return (
    <>
      {error ? (
        <QueryFailure
          query={query}
          message={code === 'NO_PERMISSION' ? listRefused : listFailed}
          className="mb-6"
        />
      ) : null}
      {webhook ? (
        <WebhookView webhook={webhook} onDeleted={() => void navigate({ to: '/admin/webhooks' })} />
      ) : (
        <>
          <h1 className="sr-only">Webhook</h1>
          {error ? null : <SkeletonRows label="Loading the webhook" count={3} className="h-40" />}
        </>
      )}
    </>
  );
}

function WebhookNotFound() {
  return (
    <EmptyState
      title="Webhook not found"
      heading="h1"
      link={{ to: '/admin/webhooks', text: 'See all webhooks' }}
    >
      It may have been deleted.
    </EmptyState>
  );
}
