import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Card } from '#design/card.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#design/tabs.tsx';
import { useShop } from '#shared/shop-context.tsx';
import type { SignInInput } from '../sign-in-input.ts';
import { ConfirmPanel } from './confirm-panel.tsx';
import { ForgotPassword, NewPassword } from './forgot-password.tsx';
import { OtherWays } from './other-ways.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { RegisterForm } from './register-form.tsx';
import { applySessionEvent, useSession } from './session.queries.ts';
import { useArrival } from './sign-in.operations.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SingleSignOnButtons } from './single-sign-on-buttons.tsx';
import {
  SingleSignOnRefused,
  type SingleSignOnReturn,
  useGreetingOnReturn,
  useSingleSignOnRefusal,
} from './single-sign-on-return.tsx';

export type AuthTab = 'sign-in' | 'register';

/** What the Sign In tab shows. */
type Step =
  | { kind: 'sign-in'; email?: string }
  | { kind: 'confirm'; input: SignInInput; justRegistered: boolean }
  | { kind: 'forgotten'; email: string };

/** Sign In and Register. Whoever is signed in is led on by `onSignedIn`. */
export function AuthScreen({
  notice,
  tab,
  onTab,
  next,
  resetToken,
  linkFailed,
  came,
  onSignedIn,
  home,
}: {
  /** Stands before everything else. */
  notice?: ReactNode;
  tab: AuthTab;
  /** Also takes a letter's token or fault out of the address. */
  onTab: (tab: AuthTab) => void;
  next: string;
  /** From the letter's link for a new password. */
  resetToken?: string;
  /** The letter's link for the confirmation was too old or altered. */
  linkFailed: boolean;
  /** How one came back from another house, if from there. */
  came: SingleSignOnReturn;
  onSignedIn: () => void;
  /** The 'Return to Home' button. */
  home: ReactNode;
}) {
  const [step, setStep] = useState<Step>({ kind: 'sign-in' });
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { signIn } = useShop();
  const arrive = useArrival();
  const refused = useSingleSignOnRefusal(came);
  const callbackURL = next === '/' ? '/auth' : `/auth?next=${encodeURIComponent(next)}`;
  useGreetingOnReturn(came);

  useEffect(() => {
    if (resetToken) applySessionEvent(queryClient, { type: 'password recovery' });
  }, [resetToken, queryClient]);
  useEffect(() => {
    if (user && !resetToken) onSignedIn();
  });

  function signInWith(email?: string) {
    setStep({ kind: 'sign-in', email });
    onTab('sign-in');
  }

  return (
    <div className="wrap grid max-w-lg gap-6 py-8 sm:py-14">
      {notice}
      <PageHeading title={tab === 'register' ? 'Create Account' : 'Welcome Back'} />
      <Card>
        <Tabs value={tab} onValueChange={(value) => onTab(value === 'register' ? 'register' : 'sign-in')}>
          <TabList aria-label="Sign in or register">
            <Tab value="sign-in">Sign In</Tab>
            <Tab value="register">Register</Tab>
          </TabList>
          <TabPanel value="sign-in">
            {refused && step.kind === 'sign-in' ? (
              <SingleSignOnRefused>{refused}</SingleSignOnRefused>
            ) : linkFailed && step.kind === 'sign-in' ? (
              <p role="alert" className="mb-4 border-danger border-l-4 bg-danger-soft p-4">
                This link is no longer good. Sign in with your email and password, and we send you a new
                message.
              </p>
            ) : null}
            {resetToken ? (
              <NewPassword way={{ token: resetToken }} onSet={signInWith} onBack={signInWith} />
            ) : step.kind === 'confirm' ? (
              <ConfirmPanel
                {...step.input}
                justRegistered={step.justRegistered}
                next={next}
                onBack={() => signInWith(step.input.email)}
              />
            ) : step.kind === 'forgotten' ? (
              <ForgotPassword email={step.email} onSet={signInWith} onBack={signInWith} />
            ) : (
              <>
                <SignInForm
                  email={step.email}
                  onUnconfirmed={(input) => setStep({ kind: 'confirm', input, justRegistered: false })}
                  onForgotten={(email) => setStep({ kind: 'forgotten', email })}
                />
                <OtherWays>
                  <SingleSignOnButtons callbackURL={callbackURL} />
                  <PasskeyButton arrive={arrive} />
                </OtherWays>
              </>
            )}
          </TabPanel>
          <TabPanel value="register">
            <RegisterForm
              next={next}
              onRegistered={({ email, password }) => {
                setStep({ kind: 'confirm', input: { email, password }, justRegistered: true });
                onTab('sign-in');
              }}
            />
            {signIn.providers.length > 0 ? (
              <OtherWays>
                <SingleSignOnButtons callbackURL={callbackURL} />
              </OtherWays>
            ) : null}
          </TabPanel>
        </Tabs>
      </Card>
      {home}
    </div>
  );
}
