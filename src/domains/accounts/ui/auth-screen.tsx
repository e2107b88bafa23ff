import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#design/button.tsx';
import { Card } from '#design/card.tsx';
import { LinkButton } from '#design/link-button.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#design/tabs.tsx';
import { useShop } from '#shared/shop-context.tsx';
import { emailOfLink } from '../link-email.ts';
import type { AuthSearch } from '../return-path.ts';
import type { RegisterInput, SignInInput } from '../sign-in-input.ts';
import type { SignInFormHandle } from './account-form.tsx';
import { EmailCode } from './email-code/email-code.tsx';
import { Alert, ClosedNotice } from './notice.tsx';
import { useGreetingOnReturn, useSingleSignOnRefusal } from './oidc/single-sign-on-return.ts';
import { OtherSignInMethods } from './other-sign-in-methods.tsx';
import { ForgotPassword, NewPasswordByLink } from './password/forgot-password.tsx';
import { SignInForm } from './password/sign-in-form.tsx';
import { ConfirmHere } from './registration/confirm-here.tsx';
import { ConfirmPanel, confirmationTo } from './registration/confirm-panel.tsx';
import { RegisterForm } from './registration/register-form.tsx';
import { noteSent } from './resend-button.tsx';
import { announceSessionEvent, useSession } from './session/session.queries.ts';
import { GREETING, useLoadSignedIn } from './sign-in.operations.ts';
import { forgetSignInStep, SIGN_IN, useSignInStep } from './sign-in-step.ts';
import { SecondFactor } from './two-factor/second-factor.tsx';
import { requestSecondFactor, useSecondFactor } from './two-factor/second-factor-required.ts';

/** Sign In and Register. */
export function AuthScreen({
  notice,
  search,
  onTab,
  onSignedIn,
}: {
  /** Shown above everything else. */
  notice?: ReactNode;
  search: AuthSearch;
  /** Shows Register, otherwise Sign In, and removes what else is in the search but `next`. */
  onTab: (tab?: 'register') => void;
  /** Takes a signed-in user to the next page. */
  onSignedIn: () => void;
}) {
  const { tab, next = '/', reset, confirm: confirmToken, error, step: urlStep } = search;
  const form = useRef<SignInFormHandle>(null);
  const registration = useRef<RegisterInput>(undefined);
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { signIn } = useShop();
  const loadSignedIn = useLoadSignedIn();
  const refused = useSingleSignOnRefusal(search);
  const callbackURL = next === '/' ? '/auth' : `/auth?next=${encodeURIComponent(next)}`;
  useGreetingOnReturn(search);

  useEffect(() => {
    if (!reset) return;
    announceSessionEvent(queryClient, { type: 'password recovery' });
  }, [reset, queryClient]);
  // A link to confirm the account of somebody else stays to be confirmed.
  const isDone = user && !reset && (!confirmToken || emailOfLink(confirmToken) === user.email);
  useEffect(() => {
    if (!isDone) return;
    forgetSignInStep();
    requestSecondFactor(null);
    onSignedIn();
  });
  const secondFactor = useSecondFactor(urlStep !== undefined);

  // Below the effect that forgets the step of a signed-in user: it runs first.
  const { panel, step, pending, setStep, onSent } = useSignInStep();
  const confirm = (input: SignInInput, justRegistered: boolean) =>
    setStep({ ...input, kind: 'confirm', justRegistered, wasSent: true });
  function signInWith(email = '') {
    setStep({ ...SIGN_IN, email });
    onTab();
  }
  const onBack = () => signInWith(step.email);

  return (
    <div className="wrap grid max-w-lg gap-6 py-8 sm:py-14">
      {notice}
      <ClosedNotice />
      <PageHeading title={tab === 'register' ? 'Create Account' : 'Welcome Back'} />
      <Card ref={panel}>
        <Tabs
          value={tab ?? 'sign-in'}
          onValueChange={(value) => onTab(value === 'register' ? value : undefined)}
        >
          <TabList aria-label="Sign in or register">
            <Tab value="sign-in">Sign In</Tab>
            <Tab value="register">Register</Tab>
          </TabList>
          <TabPanel value="sign-in">
            {pending && step.kind === 'sign-in' ? (
              <PendingCode email={pending.email} onEnter={() => setStep({ ...pending, wasSent: true })} />
            ) : null}
            {(refused || error) && step.kind === 'sign-in' ? (
              <div className="mb-4">
                <Alert>
                  {refused ||
                    'This link has expired. Sign in with your email and password, and we send you a new one.'}
                </Alert>
              </div>
            ) : null}
            {secondFactor && !reset ? (
              <SecondFactor email={secondFactor.email} greeting={GREETING} onBack={signInWith} />
            ) : reset ? (
              <NewPasswordByLink
                token={reset}
                onSet={signInWith}
                onBack={() => signInWith()}
                onAgain={() => {
                  setStep({ kind: 'forgotten', email: '' });
                  onTab();
                }}
              />
            ) : confirmToken ? (
              <ConfirmHere token={confirmToken} onBack={signInWith} />
            ) : step.kind === 'confirm' ? (
              <ConfirmPanel
                {...step}
                next={next}
                onBack={onBack}
                onOther={() => {
                  setStep(SIGN_IN);
                  onTab('register');
                }}
              />
            ) : step.kind === 'forgotten' ? (
              <ForgotPassword {...step} onSent={onSent} onSet={signInWith} onBack={onBack} />
            ) : step.kind === 'code' ? (
              <EmailCode {...step} onSent={onSent} onCodeAccepted={loadSignedIn} onBack={onBack} />
            ) : (
              <>
                <SignInForm
                  ref={form}
                  email={step.email}
                  onUnconfirmed={(input) => confirm(input, false)}
                  onForgotten={(email) => setStep({ kind: 'forgotten', email })}
                />
                <OtherSignInMethods
                  callbackURL={callbackURL}
                  onEmailCode={() => setStep({ kind: 'code', email: form.current?.email() ?? '' })}
                  onPasskeyAccepted={loadSignedIn}
                />
              </>
            )}
          </TabPanel>
          <TabPanel value="register">
            <RegisterForm
              next={next}
              typed={registration}
              onRegistered={({ email, password }) => {
                noteSent(confirmationTo(email));
                confirm({ email, password }, true);
                onTab();
              }}
            />
            {signIn.providers.length > 0 ? <OtherSignInMethods callbackURL={callbackURL} /> : null}
          </TabPanel>
        </Tabs>
      </Card>
      <LinkButton variant="ghost" className="justify-self-center" to="/">
        Return to Home
      </LinkButton>
    </div>
  );
}

/** A code was sent before the reload, and its field waits until the user wants it. */
function PendingCode({ email, onEnter }: { email: string; onEnter: () => void }) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 border-gold border-l-4 bg-muted p-4">
      <p role="status" className="wrap-anywhere min-w-0 text-sm">
        We sent a code to {email}.
      </p>
      <Button variant="outline" size="sm" onClick={onEnter}>
        Enter the code
      </Button>
    </div>
  );
}
