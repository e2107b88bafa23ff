import { useState } from 'react';
import { useConfirmedIdentity } from '#domains/accounts/ui/reauthentication/reauthentication.tsx';
import { randomId } from '#shared/random-id.ts';
import { SEND_ORDERS, WebhookDialog } from './webhook-dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { useCreateWebhook } from './webhooks.queries.ts';

/** Makes a webhook and shows its secret, this once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  // The same on every attempt, so that a retry after a lost response makes no second webhook.
  const [id] = useState(randomId);
  const { isAsking, confirm } = useConfirmedIdentity(SEND_ORDERS);
  const create = useCreateWebhook();
  const isBusy = isAsking || create.isPending;
  if (create.data) {
    return <WebhookSecret name={create.variables.name} value={create.data.secret} onClose={onClose} />;
  }
  return (
    <WebhookDialog
      title="New webhook"
      description="The shop posts to this address as soon as something happens. Orders contain the customer’s name and contact."
      submitLabel="Make the webhook"
      busy={isBusy}
      error={create.error}
      onSubmit={async (fields) => {
        if (!isBusy && (await confirm())) create.mutate({ id, ...fields });
      }}
      onClose={onClose}
    />
  );
}
