import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Dialog } from '#design/dialog.tsx';
import { type SignInInput, signInInput } from '../../sign-in-input.ts';
import { AccountForm } from '../account-form.tsx';
import { OtherSignInMethods } from '../other-sign-in-methods.tsx';
import { PasskeyButton } from '../passkey/passkey-button.tsx';
import { useLoadSignedIn, useSignIn } from '../sign-in.operations.ts';
import { SecondFactor } from '../two-factor/second-factor.tsx';
import { requestSecondFactor } from '../two-factor/second-factor-required.ts';
import { useSecondFactor } from '../two-factor/use-second-factor.ts';
import { Credentials } from './credentials.tsx';

const GREETING = 'You are signed in again';

/**
 * A sign-in dialog above the current screen, which stays unchanged. `onDone` is called when the session
 * exists and `useSession` returns it: of the same user or, if another signed in, of that one.
 */
export function SignInOver({
  open,
  email,
  onDone,
  onCancel,
}: {
  open: boolean;
  /** The email of the user whose session ended, if known. */
  email?: string;
  onDone: () => void;
  onCancel: () => void;
}) {
  const secondFactor = useSecondFactor();
  const [typedEmail, setTypedEmail] = useState('');
  return (
    <Dialog
      open={open}
      onOpenChange={(to) => !to && onCancel()}
      title="Please sign in again"
      description="Your session has ended. Nothing you typed is lost: sign in, and you go on where you were."
    >
      {secondFactor ? (
        <SecondFactor
          greeting={GREETING}
          onDone={onDone}
          onBack={() => {
            setTypedEmail(secondFactor.email);
            requestSecondFactor(null);
          }}
        />
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
}: {
  email?: string;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { register, handleSubmit, formState, setFocus } = useForm<SignInInput>({
    resolver: zodResolver(signInInput),
    defaultValues: { email, password: '' },
  });
  const loadSignedIn = useLoadSignedIn(GREETING);
  const signIn = useSignIn({ greeting: GREETING });
  useEffect(() => {
    // After the dialog has taken the focus itself; otherwise it could not restore the focus.
    const frame = requestAnimationFrame(() => setFocus(email ? 'password' : 'email'));
    return () => cancelAnimationFrame(frame);
  }, [email, setFocus]);
  return (
    <AccountForm
      label="Sign in again"
      submit="Sign In"
      cancel="Not now"
      busy={signIn.isPending}
      onSubmit={handleSubmit((input) => signIn.mutate(input, { onSuccess: onDone }))}
      onCancel={onCancel}
      after={
        <OtherSignInMethods>
          <PasskeyButton
            onPasskeyAccepted={async () => {
              await loadSignedIn();
              onDone();
            }}
          />
        </OtherSignInMethods>
      }
    >
      <Credentials register={register} errors={formState.errors} />
    </AccountForm>
  );
}
