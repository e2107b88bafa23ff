import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#design/button.tsx';
import { Card } from '#design/card.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Spinner } from '#design/spinner.tsx';
import { toast } from '#design/toast.ts';
import { adminLogin } from '../../messages.ts';
import { type SignInInput, signInInput } from '../../sign-in-input.ts';
import { ProofNotice } from '../captcha/proof-notice.tsx';
import { EmailCode } from '../email-code/email-code.tsx';
import { EmailCodeButton } from '../email-code/email-code-button.tsx';
import { Alert } from '../notice.tsx';
import { SingleSignOnButtons } from '../oidc/single-sign-on-buttons.tsx';
import { type SingleSignOnReturn, useSingleSignOnRefusal } from '../oidc/single-sign-on-return.ts';
import { OtherSignInMethods } from '../other-sign-in-methods.tsx';
import { PasskeyButton } from '../passkey/passkey-button.tsx';
import { ClosedNotice } from '../session/account-closed-notice.tsx';
import { useSession } from '../session/session.queries.ts';
import { useSignOut } from '../sign-in.operations.ts';
import { SecondFactor } from '../two-factor/second-factor.tsx';
import { requestSecondFactor } from '../two-factor/second-factor-required.ts';
import { useSecondFactor } from '../two-factor/use-second-factor.ts';
import { useAdminSignIn, useAdmission, useLoadAdmin } from './admission.ts';
import { Credentials } from './credentials.tsx';
import { SecondFactorRequired } from './second-factor-required.tsx';

/** The sign-in page of the back office: signs in, admits staff, and refuses everybody else. */
export function AdminLoginScreen({
  onAdmitted,
  came,
  callbackURL,
  needsSecondFactor,
  onBack,
  home,
  security,
}: {
  onAdmitted: () => void;
  /** The result of a single sign-on, after a return from a provider. */
  came: SingleSignOnReturn;
  /** The URL of this page, with the return path. */
  callbackURL: string;
  /** The user was redirected here after the first factor. */
  needsSecondFactor: boolean;
  /** Removes that from the URL. */
  onBack: () => void;
  /** A button to the front page, with this label. */
  home: (label: string) => ReactNode;
  /** A button to the security page, with this label. */
  security: (label: string) => ReactNode;
}) {
  const admission = useAdmission();
  const loadAdmin = useLoadAdmin();
  const refused = useSingleSignOnRefusal(came);
  const admitted = admission.is === 'admitted';
  const secondFactor = useSecondFactor();
  useEffect(() => {
    if (needsSecondFactor) requestSecondFactor('');
  }, [needsSecondFactor]);
  const [email, setEmail] = useState('');
  const [byCode, setByCode] = useState<{ email: string; wasSent: boolean } | null>(null);
  const isWelcomed = useRef(false);
  useEffect(() => {
    if (!admitted || isWelcomed.current) return;
    isWelcomed.current = true;
    toast.success(adminLogin.welcome);
    onAdmitted();
  }, [admitted, onAdmitted]);

  const framed = (content: ReactNode) => (
    <>
      <PageHeading title="Admin Login" />
      {content}
      {home('Return to Home')}
    </>
  );
  switch (admission.is) {
    case 'checking':
      return <Waiting>Checking authentication...</Waiting>;
    case 'verifying':
    case 'admitted':
      return <Waiting>Verifying admin credentials...</Waiting>;
    case 'denied':
      return <AccessDenied home={home('Return to Homepage')} />;
    case 'one step short':
      return <SecondFactorRequired security={security('Set it up now')} home={home('Return to Home')} />;
    case 'unknown':
      return framed(
        <ErrorState title={adminLogin.unverified} onRetry={admission.retry} busy={admission.busy}>
          Please check your connection and try again.
        </ErrorState>,
      );
    case 'signed out':
      if (secondFactor) {
        return framed(
          <SecondFactor
            onBack={() => {
              setEmail(secondFactor.email);
              requestSecondFactor(null);
              onBack();
            }}
          />,
        );
      }
      if (byCode) {
        return framed(
          <EmailCode
            {...byCode}
            onSent={(to) => setByCode({ email: to ?? byCode.email, wasSent: to !== null })}
            onCodeAccepted={loadAdmin}
            onBack={() => {
              setEmail(byCode.email);
              setByCode(null);
            }}
          />,
        );
      }
      return (
        <>
          <PageHeading
            title="Admin Login"
            lead="Sign in with your administrator credentials to access the admin panel."
          />
          <ClosedNotice />
          {refused ? <Alert>{refused}</Alert> : null}
          <LoginForm email={email} />
          <OtherSignInMethods>
            <SingleSignOnButtons callbackURL={callbackURL} />
            <EmailCodeButton onPress={() => setByCode({ email: '', wasSent: false })} />
            <PasskeyButton onPasskeyAccepted={loadAdmin} />
          </OtherSignInMethods>
          {home('Return to Home')}
        </>
      );
  }
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-3 text-lg text-muted-foreground">
      <Spinner />
      {children}
    </p>
  );
}

function LoginForm({ email }: { email: string }) {
  // No defaults but a known one: text typed before hydration stays.
  const { register, handleSubmit, formState } = useForm<SignInInput>({
    resolver: zodResolver(signInInput),
    ...(email ? { defaultValues: { email } } : {}),
  });
  const signIn = useAdminSignIn();
  const busy = signIn.isPending;
  return (
    <form
      method="post"
      noValidate
      aria-label="Admin Login"
      onSubmit={handleSubmit((input) => {
        if (!busy) signIn.mutate(input);
      })}
      className="grid gap-4"
    >
      <Credentials register={register} errors={formState.errors} />
      <ProofNotice />
      <Button type="submit" size="lg" disabled={busy} className="mt-2 w-full">
        {busy ? (
          <>
            <Spinner />
            Signing in...
          </>
        ) : (
          'Sign In'
        )}
      </Button>
    </form>
  );
}

function AccessDenied({ home }: { home: ReactNode }) {
  const { user } = useSession();
  const signOut = useSignOut(async () => undefined);
  return (
    <Card className="grid gap-6">
      <PageHeading
        title="Access Denied"
        lead="Your account does not have administrative privileges. Please contact a super admin for assistance."
      />
      <p className="text-muted-foreground">
        You are signed in as{' '}
        <span className="wrap-anywhere font-semibold text-foreground">{user?.email}</span>.
      </p>
      <div className="grid gap-3">
        {home}
        <Button variant="outline" size="lg" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign in with another account
        </Button>
      </div>
    </Card>
  );
}
