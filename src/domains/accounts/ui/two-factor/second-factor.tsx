import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import {
  APP_CODE_TEXTS,
  AuthRefusal,
  BACKUP_CODE_TEXTS,
  isRefused,
  refusalText,
} from '../../sign-in.messages.ts';
import { appCodeInput, backupCodeInput } from '../../sign-in-input.ts';
import { BackToSignIn } from '../back-to-sign-in.tsx';
import { CodeForm } from '../code-form.tsx';
import { Notice } from '../notice.tsx';
import {
  type AccountsApi,
  applySessionEvent,
  notifyTabs,
  refreshSession,
} from '../session/session.queries.ts';
import { showRefusal } from '../sign-in.operations.ts';
import { signInCall } from '../sign-in-client.ts';
import { requestSecondFactor } from './second-factor-required.ts';

const KINDS = {
  app: {
    operation: 'verifyAppCode',
    Icon: Smartphone,
    title: 'Now the code of your app',
    text: 'Open your authenticator app and type the six digits that it shows for this shop.',
    field: 'Six-digit code',
    input: appCodeInput,
    texts: APP_CODE_TEXTS,
    other: 'Use a backup code',
  },
  backup: {
    operation: 'verifyBackupCode',
    Icon: KeyRound,
    title: 'A backup code instead',
    text: 'Type one of the ten codes that you saved when you turned two-step sign-in on. Each is valid once.',
    field: 'Backup code',
    input: backupCodeInput,
    texts: BACKUP_CODE_TEXTS,
    other: 'Use my authenticator app',
  },
} as const;

/** Asks for the second factor after the first one was correct; the same for every sign-in method. */
export function SecondFactor({
  email,
  greeting,
  onDone,
  onBack,
}: {
  /** Typed for the first factor; '' without one. */
  email: string;
  /** Shown after sign-in. */
  greeting?: string;
  onDone?: () => void;
  /** To the first factor. */
  onBack: (email: string) => void;
}) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  const [trustDevice, setTrustDevice] = useState(false);
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();

  async function loadSignedIn() {
    try {
      const { user } = await refreshSession(queryClient, api);
      if (!user) throw new Error('The browser did not keep the session');
      const event = { type: 'multi-factor verified', user } as const;
      applySessionEvent(queryClient, event);
      notifyTabs(event);
    } finally {
      // It is consumed, whatever the result.
      requestSecondFactor(null);
    }
    if (greeting) toast.success(greeting);
    onDone?.();
  }
  const goBack = () => {
    requestSecondFactor(null);
    onBack(email);
  };
  const { operation, Icon, title, text, field, input, texts, other } = KINDS[kind];
  return (
    <CodeForm
      key={kind}
      label="Second step"
      submit="Sign In"
      field={field}
      input={input}
      check={async (code) => {
        await signInCall(operation, { code, trustDevice });
        await loadSignedIn();
      }}
      messageFor={(error) => {
        if (error instanceof AuthRefusal && !isRefused(error, 'SECOND_STEP_EXPIRED')) {
          return refusalText(error, texts);
        }
        showRefusal('login', error);
        if (error instanceof AuthRefusal) goBack();
        return null;
      }}
      below={
        <Checkbox
          label="Remember this device for 30 days"
          checked={trustDevice}
          onChange={({ target }) => setTrustDevice(target.checked)}
        />
      }
      after={
        <div className="flex flex-wrap justify-center gap-x-6 gap-y-2">
          <Button variant="link" onClick={() => setKind(kind === 'app' ? 'backup' : 'app')}>
            {other}
          </Button>
          <BackToSignIn onClick={goBack} />
        </div>
      }
    >
      <Notice Icon={Icon} title={title}>
        <p>{text}</p>
      </Notice>
    </CodeForm>
  );
}
