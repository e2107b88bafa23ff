import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#design/button.tsx';
import { Card } from '#design/card.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Spinner } from '#design/spinner.tsx';
import { toast } from '#design/toast.ts';
import type { SignInSearch } from '../../return-path.ts';
import { signInInput } from '../../sign-in-input.ts';
import { AccountForm, type SignInFormHandle, useAccountForm, useTypedEmail } from '../account-form.tsx';
import { EmailCode } from '../email-code/email-code.tsx';
import { Alert, ClosedNotice } from '../notice.tsx';
import { useSingleSignOnRefusal } from '../oidc/single-sign-on-return.ts';
import { OtherSignInMethods } from '../other-sign-in-methods.tsx';
import { useSession } from '../session/session.queries.ts';
import { useSignIn, useSignOut } from '../sign-in.operations.ts';
import { SIGN_IN, useSignInStep } from '../sign-in-step.ts';
import { SecondFactor } from '../two-factor/second-factor.tsx';
import { useSecondFactor } from '../two-factor/second-factor-required.ts';
import { UNVERIFIED, useAdmission, useLoadAdmin } from './admission.ts';
import { Credentials } from './credentials.tsx';

/** The sign-in page of the back office: signs in, admits staff, and refuses everybody else. */
export function AdminLoginScreen({
  search,
  onAdmitted,
  onBack,
}: {
  search: SignInSearch;
  onAdmitted: () => void;
  /** Removes from the URL that the second factor is asked for. */
  onBack: () => void;
}) {
  const { next, step: urlStep } = search;
  const form = useRef<SignInFormHandle>(null);
  const { user } = useSession();
  const admission = useAdmission();
  const loadAdmin = useLoadAdmin();
  const refused = useSingleSignOnRefusal(search);
  const admitted = admission.is === 'admitted';
  const secondFactor = useSecondFactor(urlStep !== undefined);
  const { step, setStep, onSent } = useSignInStep();
  // A code was used: the next sign-in, also of another user, begins with the form.
  const endStep = useEffectEvent(() => setStep(SIGN_IN));
  const userId = user?.id;
  useEffect(() => {
    if (userId) endStep();
  }, [userId]);
  const isWelcomed = useRef(false);
  useEffect(() => {
    if (!admitted || isWelcomed.current) return;
    isWelcomed.current = true;
    toast.success('Welcome to the admin dashboard');
    onAdmitted();
  }, [admitted, onAdmitted]);

  const framed = (content: ReactNode) => (
    <>
      <PageHeading title="Admin Login" />
      {content}
      <Home>Return to Home</Home>
    </>
  );
  switch (admission.is) {
    case 'checking':
      return <Waiting>Checking authentication...</Waiting>;
    case 'verifying':
    case 'admitted':
      return <Waiting>Verifying admin credentials...</Waiting>;
    case 'denied':
      return (
        <NotAdmitted
          title="Access Denied"
          lead="Your account does not have administrative privileges. Please contact a super admin for assistance."
          before={<Home>Return to Homepage</Home>}
          label="Sign in with another account"
        >
          <p className="text-muted-foreground">
            You are signed in as{' '}
            <span className="wrap-anywhere font-semibold text-foreground">{user?.email}</span>.
          </p>
        </NotAdmitted>
      );
    // An admin role, but one factor, and the shop requires two.
    case 'one step short':
      return (
        <NotAdmitted
          title="One step more"
          lead="A password alone does not open the back office. Please sign in with a second step or a passkey."
          before={
            <LinkButton size="lg" to="/account/security">
              Set it up now
            </LinkButton>
          }
          label="Sign in again"
          after={<Home>Return to Home</Home>}
        >
          <ol className="grid list-decimal gap-2 pl-5">
            <li>Set up two-step sign-in or a passkey first.</li>
            <li>Then sign in again with it. If you have one already, that is all.</li>
          </ol>
        </NotAdmitted>
      );
    case 'unknown':
      return framed(
        <ErrorState title={UNVERIFIED} onRetry={admission.retry} busy={admission.busy}>
          Please check your connection and try again.
        </ErrorState>,
      );
    case 'signed out':
      if (secondFactor) {
        return framed(
          <SecondFactor
            email={secondFactor.email}
            onBack={(email) => {
              setStep({ ...SIGN_IN, email });
              onBack();
            }}
          />,
        );
      }
      if (step.kind === 'code') {
        return framed(
          <EmailCode
            {...step}
            onSent={onSent}
            onCodeAccepted={loadAdmin}
            onBack={() => setStep({ ...SIGN_IN, email: step.email })}
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
          <LoginForm ref={form} email={step.kind === 'sign-in' ? step.email : ''} />
          <OtherSignInMethods
            callbackURL={next ? `/admin/login?next=${encodeURIComponent(next)}` : '/admin/login'}
            onEmailCode={() => setStep({ kind: 'code', email: form.current?.email() ?? '' })}
            onPasskeyAccepted={loadAdmin}
          />
          <Home>Return to Home</Home>
        </>
      );
  }
}

const Home = ({ children }: { children: string }) => (
  <LinkButton variant="ghost" size="lg" to="/">
    {children}
  </LinkButton>
);

function Waiting({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-3 text-lg text-muted-foreground">
      <Spinner />
      {children}
    </p>
  );
}

function LoginForm({ ref, email }: { ref: Ref<SignInFormHandle>; email: string }) {
  const form = useAccountForm(signInInput, email ? { defaultValues: { email }, focus: 'password' } : {});
  useTypedEmail(ref, form);
  const signIn = useSignIn(useLoadAdmin());
  return (
    <AccountForm
      form={form}
      label="Admin Login"
      submit="Sign In"
      submitting={
        <>
          <Spinner />
          Signing in...
        </>
      }
      busy={signIn.isPending}
      onSubmit={signIn.mutate}
    >
      <Credentials />
    </AccountForm>
  );
}

/** For a signed-in user who may not work here: why, and a button that signs them out. */
function NotAdmitted({
  title,
  lead,
  children,
  before,
  label,
  after,
}: {
  title: string;
  lead: string;
  children: ReactNode;
  before: ReactNode;
  /** Of that button. */
  label: string;
  after?: ReactNode;
}) {
  const { isPending, signOut } = useSignOut(async () => undefined);
  return (
    <Card className="grid gap-6">
      <PageHeading title={title} lead={lead} />
      {children}
      <div className="grid gap-3">
        {before}
        <Button variant="outline" size="lg" busy={isPending} onClick={signOut}>
          {label}
        </Button>
        {after}
      </div>
    </Card>
  );
}
