import { type ComponentProps, useState } from 'react';
import { Dialog } from '#design/dialog.tsx';
import { signInInput } from '../../sign-in-input.ts';
import { AccountForm, useAccountForm } from '../account-form.tsx';
import { OtherSignInMethods } from '../other-sign-in-methods.tsx';
import { useLoadSignedIn, useSignIn } from '../sign-in.operations.ts';
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
  const [typedEmail, setTypedEmail] = useState('');
  return (
    <Dialog
      open
      onOpenChange={(to) => !to && onCancel()}
      title="Please sign in again"
      description="Your session has ended. Nothing you typed is lost: sign in, and you go on where you were."
    >
      {secondFactor ? (
        <SecondFactor email={secondFactor.email} greeting={GREETING} onDone={onDone} onBack={setTypedEmail} />
      ) : (
        <SignInOverForm email={typedEmail || email} onDone={onDone} onCancel={onCancel} />
      )}
    </Dialog>
  );
}

function SignInOverForm({
  email = '',
  onDone,
  onCancel,
}: Pick<ComponentProps<typeof SignInOver>, 'email' | 'onDone' | 'onCancel'>) {
  const form = useAccountForm(signInInput, {
    defaultValues: { email, password: '' },
    focus: email ? 'password' : 'email',
  });
  const loadSignedIn = useLoadSignedIn(GREETING);
  const finish = async () => {
    await loadSignedIn();
    onDone();
  };
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
      after={<OtherSignInMethods onPasskeyAccepted={finish} />}
    >
      <Credentials />
    </AccountForm>
  );
}
