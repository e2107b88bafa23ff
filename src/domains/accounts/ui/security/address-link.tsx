import { useEffect, useRef } from 'react';
import { Button } from '#design/button.tsx';
import { Card } from '#design/card.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Spinner } from '#design/spinner.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { confirmEmailChangeMessages } from '../../security.messages.ts';
import { type SecurityApi, useRefused } from './security.queries.ts';
import { useAddressChanged } from './use-address-changed.ts';

/** Handles the link in the email to a new email: confirms the change, or shows why it failed. */
export function AddressLink({ token, onDone }: { token: string; onDone: () => void }) {
  const { security } = useApi<SecurityApi>();
  const refused = useRefused();
  const changed = useAddressChanged();
  const confirm = useOperation({
    mutationFn: () => security.confirmEmailChange({ token }),
    messages: confirmEmailChangeMessages,
    onSuccess: async () => {
      await changed();
      onDone();
    },
    onError: refused,
  });
  const { mutate } = confirm;
  const sent = useRef('');
  useEffect(() => {
    if (sent.current === token) return;
    sent.current = token;
    mutate(undefined);
  }, [token, mutate]);

  if (!confirm.isError) {
    return (
      <Card>
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          Confirming your new email…
        </p>
      </Card>
    );
  }
  const code = codeOf(confirm.error);
  if (code === 'LINK_WRONG_ACCOUNT' || code === 'LINK_EXPIRED') {
    return (
      <ErrorState
        title={code === 'LINK_EXPIRED' ? 'This link has expired' : 'This link belongs to another account'}
      >
        <div className="grid justify-items-start gap-3">
          <p>
            {code === 'LINK_EXPIRED'
              ? 'A link is valid for an hour, and only the one of the newest message. You can ask for another one under ‘Email’.'
              : 'Please sign out, sign in with the account that asked for it, and open the link again.'}
          </p>
          <Button variant="outline" onClick={onDone}>
            OK
          </Button>
        </div>
      </ErrorState>
    );
  }
  return (
    <ErrorState
      title="Your new email could not be confirmed"
      error={confirm.error}
      onRetry={code === 'CONFLICT' || code === 'RATE_LIMITED' ? undefined : () => mutate(undefined)}
      busy={confirm.isPending}
    >
      {code === 'CONFLICT' ? 'Another account has this email now.' : 'Please try again in a moment.'}
    </ErrorState>
  );
}
