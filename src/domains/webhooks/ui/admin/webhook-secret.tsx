import { SecretDialog } from '#design/secret-dialog.tsx';

/** The secret of a webhook, this once. */
export const WebhookSecret = (shown: { name: string; value: string; onClose: () => void }) => (
  <SecretDialog
    what="secret"
    description="It is shown this once. The receiver needs it to check that a request comes from your shop."
    {...shown}
  />
);
