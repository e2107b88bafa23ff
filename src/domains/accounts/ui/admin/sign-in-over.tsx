import type { ComponentProps } from 'react';
import { Dialog } from '#design/dialog.tsx';
import { signInInput } from '../../sign-in-input.ts';
import { AccountForm, useAccountForm } from '../account-form.tsx';
import { EmailCode } from '../email-code/email-code.tsx';
import { OtherSignInMethods } from '../other-sign-in-methods.tsx';
import { useLoadSignedIn, useSignIn } from '../sign-in.operations.ts';
import { forgetSignInStep, SIGN_IN, useSignInStep } from '../sign-in-step.ts';
import { SecondFactor } from '../two-factor/second-factor.tsx';
import { useSecondFactor } from '../two-factor/second-factor-required.ts';
import { Credentials } from './credentials.tsx';

const GREETING = 'You are signed in again';

/**
 * A sign-in dialog above the current screen, which stays unchanged. `onDone` is called when the session
 * exists and `useSession` returns it: of the same user or, if another signed in, of that one.
 */
export function SignInOver({
  email,
  onDone,
  onCancel,
}: {
  /** The email of the user whose session ended, if known. */
  email?: string;
  onDone: () => void;
  onCancel: () => void;
}) {
  const secondFactor = useSecondFactor();
  const { step, setStep, onSent } = useSignInStep();
  const loadSignedIn = useLoadSignedIn(GREETING);
  const done = () => {
    forgetSignInStep();
    onDone();
  };
  const finish = async () => {
    await loadSignedIn();
    done();
  };
  return (
    <Dialog
      open
      onOpenChange={(to) => !to && onCancel()}
      title="Please sign in again"
      description="Your session has ended. Nothing you typed is lost: sign in, and you go on where you were."
    >
      {secondFactor ? (
        <SecondFactor
          email={secondFactor.email}
          greeting={GREETING}
          onDone={done}
          onBack={(typed) => setStep({ ...SIGN_IN, email: typed })}
        />
      ) : step.kind === 'code' ? (
        <EmailCode
          {...step}
          onSent={onSent}
          onCodeAccepted={finish}
          onBack={() => setStep({ ...SIGN_IN, email: step.email })}
        />
      ) : (
        <SignInOverForm
          email={step.email || email}
          finish={finish}
          onEmailCode={(typed) => setStep({ kind: 'code', email: typed })}
          onCancel={onCancel}
        />
      )}
    </Dialog>
  );
}

function SignInOverForm({
  email = '',
  finish,
  onEmailCode,
  onCancel,
}: Pick<ComponentProps<typeof SignInOver>, 'email' | 'onCancel'> & {
  finish: () => Promise<void>;
  onEmailCode: (email: string) => void;
}) {
  const form = useAccountForm(signInInput, {
    defaultValues: { email, password: '' },
    focus: email ? 'password' : 'email',
  });
  const signIn = useSignIn(finish);
  return (
    <AccountForm
      form={form}
      label="Sign in again"
      submit="Sign In"
      cancel="Not now"
      busy={signIn.isPending}
      onSubmit={signIn.mutate}
      onCancel={onCancel}
      after={
        <OtherSignInMethods
          onEmailCode={() => onEmailCode(form.getValues('email'))}
          onPasskeyAccepted={finish}
        />
      }
    >
      <Credentials />
    </AccountForm>
  );
}
