import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import { digitsOf } from '../../sign-in-input.ts';
import { AuthRefusal } from '../auth-client.ts';
import { CodeInput } from '../code-input.tsx';
import { type AccountsApi, applySessionEvent, refreshSession } from '../session/session.queries.ts';
import { notifyTabs } from '../session/session-events.ts';
import { showRefusal } from '../sign-in.operations.ts';
import { requestSecondFactor } from './second-factor-required.ts';
import { twoFactorClient } from './two-factor-client.ts';

const codeOfApp = z.object({
  code: z.string().regex(/^\d{6}$/, 'Please enter the six digits that your app shows'),
});
const backupCode = z.object({
  code: z.string().trim().min(1, 'Please enter one of your backup codes').max(40, 'That is no backup code'),
});

const KINDS = {
  app: {
    Icon: Smartphone,
    title: 'Now the code of your app',
    text: 'Open your authenticator app and type the six digits that it shows for this shop.',
    label: 'Six-digit code',
    input: codeOfApp,
    verify: twoFactorClient.verifyByApp,
    wrong: 'That code is not right. Please type the one that your app shows now.',
    other: 'Use a backup code',
  },
  backup: {
    Icon: KeyRound,
    title: 'A backup code instead',
    text: 'Type one of the ten codes that you kept when you turned two-step sign-in on. Each is good once.',
    label: 'Backup code',
    input: backupCode,
    verify: twoFactorClient.verifyByBackupCode,
    wrong: 'That is none of your backup codes, or it was used already.',
    other: 'Use my authenticator app',
  },
};

/** Asks for the second factor after the first one was correct; the same for every sign-in method. */
export function SecondFactor({
  greeting,
  onDone,
  onBack,
}: {
  /** Shown after sign-in. */
  greeting?: string;
  onDone?: () => void;
  /** To the first factor. */
  onBack: () => void;
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
  return (
    <CodeForm
      key={kind}
      kind={kind}
      trustDevice={trustDevice}
      onTrustDevice={setTrustDevice}
      onVerified={loadSignedIn}
      onOther={() => setKind(kind === 'app' ? 'backup' : 'app')}
      onBack={onBack}
    />
  );
}

function CodeForm({
  kind,
  trustDevice,
  onTrustDevice,
  onVerified,
  onOther,
  onBack,
}: {
  kind: keyof typeof KINDS;
  trustDevice: boolean;
  onTrustDevice: (to: boolean) => void;
  onVerified: () => Promise<void>;
  onOther: () => void;
  onBack: () => void;
}) {
  const { Icon, title, text, label, input, verify, wrong, other } = KINDS[kind];
  const { register, handleSubmit, formState, setError, setFocus } = useForm<{ code: string }>({
    resolver: zodResolver(input),
  });
  const focus = useRef(() => setFocus('code'));
  useEffect(() => {
    // After a dialog around it has taken the focus itself; otherwise it could not restore the focus.
    const frame = requestAnimationFrame(() => focus.current());
    return () => cancelAnimationFrame(frame);
  }, []);
  const signIn = useMutation({
    networkMode: 'always',
    mutationFn: async ({ code }: { code: string }) => {
      await verify({ code, trustDevice });
      await onVerified();
    },
    onError: (error) => {
      if (!(error instanceof AuthRefusal)) return showRefusal('login', error);
      if (error.code === 'SECOND_STEP_EXPIRED') {
        showRefusal('login', error);
        return onBack();
      }
      const message = error.code === 'INVALID_CODE' ? wrong : error.message;
      setError('code', { message }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit((typed) => {
    if (!signIn.isPending) signIn.mutate(typed);
  });

  return (
    <form
      method="post"
      noValidate
      aria-label="Second step"
      onSubmit={(event) => {
        // The form below may be this one's parent in React, though not in the page.
        event.stopPropagation();
        void submit(event);
      }}
      className="grid gap-4"
    >
      <div className="flex gap-3 border-gold border-l-4 bg-muted p-4">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div className="grid min-w-0 gap-1">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-sm">{text}</p>
        </div>
      </div>
      <Field label={label} required error={formState.errors.code?.message}>
        {(control) =>
          kind === 'app' ? (
            <CodeInput {...control} {...register('code', { setValueAs: digitsOf })} />
          ) : (
            <Input
              {...control}
              {...register('code')}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              className="text-center font-semibold text-lg tracking-wider"
            />
          )
        }
      </Field>
      <Checkbox
        label="Remember this device for 30 days"
        checked={trustDevice}
        onChange={({ target }) => onTrustDevice(target.checked)}
      />
      <Button type="submit" size="lg" busy={signIn.isPending} className="mt-2 w-full">
        Sign In
      </Button>
      <div className="flex flex-wrap justify-center gap-x-6 gap-y-2">
        <Button variant="link" onClick={onOther}>
          {other}
        </Button>
        <Button variant="link" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </form>
  );
}
