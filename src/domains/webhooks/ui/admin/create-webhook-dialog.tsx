import { useId, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { useReauthentication } from '#domains/accounts/ui/reauthentication/reauthentication.tsx';
import { randomId } from '#shared/random-id.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { useCreateWebhook } from './webhooks.queries.ts';

/** Makes a webhook and shows its secret, this once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  // The same on every attempt, so that a retry after a lost response makes no second webhook.
  const [id] = useState(randomId);
  const [isAsking, setAsking] = useState(false);
  const reauthenticate = useReauthentication();
  const create = useCreateWebhook();
  const isBusy = isAsking || create.isPending;
  if (create.data) {
    return <WebhookSecret name={create.variables.name} value={create.data.secret} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="New webhook"
      description="The shop posts to this address as soon as something happens. Orders contain the customer’s name and contact."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            Make the webhook
          </Button>
        </>
      }
    >
      <WebhookForm
        id={formId}
        label="New webhook"
        error={create.error}
        onSubmit={async (fields) => {
          if (isBusy) return;
          setAsking(true);
          const proof = await reauthenticate('send orders to another program');
          setAsking(false);
          if (proof) create.mutate({ id, ...fields });
        }}
      />
    </Dialog>
  );
}
