import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Card } from '#design/card.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#design/tabs.tsx';
import { useShop } from '#shared/shop-context.tsx';
import type { RegisterInput, SignInInput } from '../sign-in-input.ts';
import { EmailCode } from './email-code/email-code.tsx';
import { EmailCodeButton } from './email-code/email-code-button.tsx';
import { Alert } from './notice.tsx';
import { SingleSignOnButtons } from './oidc/single-sign-on-buttons.tsx';
import {
  type SingleSignOnReturn,
  useGreetingOnReturn,
  useSingleSignOnRefusal,
} from './oidc/single-sign-on-return.ts';
import { OtherSignInMethods } from './other-sign-in-methods.tsx';
import { PasskeyButton } from './passkey/passkey-button.tsx';
import { ForgotPassword, NewPasswordByLink } from './password/forgot-password.tsx';
import { SignInForm, type SignInFormHandle } from './password/sign-in-form.tsx';
import { isFilledIn, PendingCode } from './pending-code.tsx';
import { ConfirmHere } from './registration/confirm-here.tsx';
import { ConfirmPanel, confirmationTo } from './registration/confirm-panel.tsx';
import { RegisterForm } from './registration/register-form.tsx';
import { ClosedNotice } from './session/account-closed-notice.tsx';
import { applySessionEvent, useSession } from './session/session.queries.ts';
import { notifyTabs } from './session/session-events.ts';
import { GREETING, useLoadSignedIn } from './sign-in.operations.ts';
import { type SignInStep, savedSignInStep, saveSignInStep } from './sign-in-step.ts';
import { SecondFactor } from './two-factor/second-factor.tsx';
import { requestSecondFactor } from './two-factor/second-factor-required.ts';
import { useSecondFactor } from './two-factor/use-second-factor.ts';
import { noteSent } from './use-resend-wait.ts';

export type AuthTab = 'sign-in' | 'register';

/** The view of the Sign In tab. */
type Step =
  | { kind: 'sign-in'; email?: string }
  | { kind: 'confirm'; input: Pick<SignInInput, 'email'> & Partial<SignInInput>; justRegistered: boolean }
  /** By email: asks for the email, then for its code. */
  | { kind: 'forgotten' | 'code'; email: string; wasSent: boolean };

/** The part of a step that is restored after a reload; null for steps that wait for no email. */
function toSave(step: Step): SignInStep | null {
  switch (step.kind) {
    case 'sign-in':
      return null;
    case 'confirm':
      return { kind: 'confirm', email: step.input.email, justRegistered: step.justRegistered };
    default:
      return step.wasSent ? { kind: step.kind, email: step.email } : null;
  }
}

const takenUp = (saved: SignInStep): Step =>
  saved.kind === 'confirm'
    ? { kind: 'confirm', input: { email: saved.email }, justRegistered: saved.justRegistered }
    : { ...saved, wasSent: true };

/** Sign In and Register. `onSignedIn` takes a signed-in user to the next page. */
export function AuthScreen({
  notice,
  tab,
  onTab,
  next,
  resetToken,
  confirmToken,
  linkFailed,
  came,
  needsSecondFactor,
  onSignedIn,
  home,
}: {
  /** Shown above everything else. */
  notice?: ReactNode;
  tab: AuthTab;
  /** Also removes an emailed token or error from the URL. */
  onTab: (tab: AuthTab) => void;
  next: string;
  /** From the emailed link for a new password. */
  resetToken?: string;
  /** From the emailed confirmation link, opened in another browser than the one that registered. */
  confirmToken?: string;
  /** The emailed confirmation link was expired or altered. */
  linkFailed: boolean;
  /** The result of a single sign-on, after a return from a provider. */
  came: SingleSignOnReturn;
  /** The user was redirected here after the first factor. */
  needsSecondFactor: boolean;
  onSignedIn: () => void;
  /** The 'Return to Home' button. */
  home: ReactNode;
}) {
  const [step, show] = useState<Step>({ kind: 'sign-in' });
  const form = useRef<SignInFormHandle>(null);
  const registration = useRef<RegisterInput>(undefined);
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { signIn } = useShop();
  const loadSignedIn = useLoadSignedIn();
  const refused = useSingleSignOnRefusal(came);
  const callbackURL = next === '/' ? '/auth' : `/auth?next=${encodeURIComponent(next)}`;
  useGreetingOnReturn(came);

  useEffect(() => {
    if (!resetToken) return;
    applySessionEvent(queryClient, { type: 'password recovery' });
    notifyTabs('password recovery');
  }, [resetToken, queryClient]);
  useEffect(() => {
    if (!user || resetToken) return;
    saveSignInStep(null);
    requestSecondFactor(null);
    onSignedIn();
  });
  const secondFactor = useSecondFactor();
  useEffect(() => {
    if (needsSecondFactor) requestSecondFactor('');
  }, [needsSecondFactor]);

  // A page that was discarded while its user read their email continues at its step, unless they have already
  // begun to fill in the form.
  const panel = useRef<HTMLDivElement>(null);
  const [pending, setPending] = useState<SignInStep | null>(null);
  useEffect(() => {
    const saved = savedSignInStep();
    if (!saved) return;
    if (isFilledIn(panel.current)) setPending(saved);
    else show(takenUp(saved));
  }, []);
  function setStep(to: Step) {
    setPending(null);
    saveSignInStep(toSave(to));
    show(to);
  }

  function signInWith(email?: string) {
    setStep({ kind: 'sign-in', email });
    onTab('sign-in');
  }

  return (
    <div className="wrap grid max-w-lg gap-6 py-8 sm:py-14">
      {notice}
      <ClosedNotice />
      <PageHeading title={tab === 'register' ? 'Create Account' : 'Welcome Back'} />
      <Card ref={panel}>
        <Tabs value={tab} onValueChange={(value) => onTab(value === 'register' ? 'register' : 'sign-in')}>
          <TabList aria-label="Sign in or register">
            <Tab value="sign-in">Sign In</Tab>
            <Tab value="register">Register</Tab>
          </TabList>
          <TabPanel value="sign-in">
            {pending && step.kind === 'sign-in' ? (
              <PendingCode email={pending.email} onEnter={() => setStep(takenUp(pending))} />
            ) : null}
            {refused && step.kind === 'sign-in' ? (
              <div className="mb-4">
                <Alert>{refused}</Alert>
              </div>
            ) : linkFailed && step.kind === 'sign-in' ? (
              <div className="mb-4">
                <Alert>
                  This link has expired. Sign in with your email and password, and we send you a new one.
                </Alert>
              </div>
            ) : null}
            {secondFactor && !resetToken ? (
              <SecondFactor
                greeting={GREETING}
                onBack={() => {
                  requestSecondFactor(null);
                  signInWith(secondFactor.email || undefined);
                }}
              />
            ) : resetToken ? (
              <NewPasswordByLink
                token={resetToken}
                onSet={signInWith}
                onBack={() => signInWith()}
                onAgain={() => {
                  setStep({ kind: 'forgotten', email: '', wasSent: false });
                  onTab('sign-in');
                }}
              />
            ) : confirmToken ? (
              <ConfirmHere token={confirmToken} onBack={(email) => signInWith(email || undefined)} />
            ) : step.kind === 'confirm' ? (
              <ConfirmPanel
                {...step.input}
                justRegistered={step.justRegistered}
                next={next}
                onBack={() => signInWith(step.input.email)}
                onOther={() => {
                  setStep({ kind: 'sign-in' });
                  onTab('register');
                }}
              />
            ) : step.kind === 'forgotten' ? (
              <ForgotPassword
                {...step}
                onSent={(email) => setStep({ ...step, email: email ?? step.email, wasSent: email !== null })}
                onSet={signInWith}
                onBack={() => signInWith(step.email)}
              />
            ) : step.kind === 'code' ? (
              <EmailCode
                {...step}
                onSent={(email) => setStep({ ...step, email: email ?? step.email, wasSent: email !== null })}
                onCodeAccepted={loadSignedIn}
                onBack={() => signInWith(step.email)}
              />
            ) : (
              <>
                <SignInForm
                  ref={form}
                  email={step.email}
                  onUnconfirmed={(input) => setStep({ kind: 'confirm', input, justRegistered: false })}
                  onForgotten={(email) => setStep({ kind: 'forgotten', email, wasSent: false })}
                />
                <OtherSignInMethods>
                  <SingleSignOnButtons callbackURL={callbackURL} />
                  <EmailCodeButton
                    onPress={() =>
                      setStep({ kind: 'code', email: form.current?.email() ?? '', wasSent: false })
                    }
                  />
                  <PasskeyButton onPasskeyAccepted={loadSignedIn} />
                </OtherSignInMethods>
              </>
            )}
          </TabPanel>
          <TabPanel value="register">
            <RegisterForm
              next={next}
              typed={registration}
              onRegistered={({ email, password }) => {
                noteSent(confirmationTo(email));
                setStep({ kind: 'confirm', input: { email, password }, justRegistered: true });
                onTab('sign-in');
              }}
            />
            {signIn.providers.length > 0 ? (
              <OtherSignInMethods>
                <SingleSignOnButtons callbackURL={callbackURL} />
              </OtherSignInMethods>
            ) : null}
          </TabPanel>
        </Tabs>
      </Card>
      {home}
    </div>
  );
}
