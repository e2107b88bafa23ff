import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leavePage } from '#design/leave-page.ts';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import type { ProfileChange } from '../contract.ts';
import { AuthRefusal, isCancelled, refusalText, SIGN_IN_TEXTS } from '../sign-in.messages.ts';
import type { RegisterInput, SignInInput } from '../sign-in-input.ts';
import {
  type AccountsApi,
  announceSessionEvent,
  notifyTabs,
  refreshSession,
} from './session/session.queries.ts';
import { signInCall } from './sign-in-client.ts';
import { SecondFactorRequiredError } from './two-factor/second-factor-required.ts';

type Step = 'login' | 'registration' | 'logout';
const TITLES = { login: 'Login Failed', registration: 'Registration Failed', logout: 'Logout Failed' };

/** Shows the shop's message for a refusal, one general message when it could not be reached. */
export function showRefusal(step: Step, error: unknown): void {
  if (error instanceof SecondFactorRequiredError || isCancelled(error)) return;
  if (error instanceof AuthRefusal) {
    toast.error(TITLES[step], { description: refusalText(error, SIGN_IN_TEXTS) });
  } else toast.error(`An unexpected error occurred during ${step}`);
}

export const GREETING = 'Successfully logged in!';

/** Loads the user after the server set the cookie, and notifies the other tabs. */
export function useLoadSignedIn(greeting = GREETING) {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  return async () => {
    const { user } = await refreshSession(queryClient, api);
    if (!user) throw new Error('The browser did not keep the session');
    notifyTabs('signed in');
    toast.success(greeting);
  };
}

/** Whether the error of a query says that the session has ended, which is then loaded: the page shows that. */
export function useEndedSession(error: unknown): boolean {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  const ended = codeOf(error) === 'SIGN_IN_REQUIRED';
  useEffect(() => {
    if (ended) refreshSession(queryClient, api).catch(() => undefined);
  }, [ended, queryClient, api]);
  return ended;
}

/** Shows why a message could not be sent: the shop's message, or that it could not be reached. */
export function showNotSent(error: unknown): void {
  if (!isCancelled(error)) toast.error('Message not sent', { description: refusalText(error) });
}

/** The target of an email's link: the sign-in page, which then goes to `next`. */
export const signInUrl = (next: string) => `/auth?next=${encodeURIComponent(next)}`;

/**
 * Signs in by password; `email` may be a phone number, where numbers are a sign-in method. `loadUser` follows. Fails
 * with AuthRefusal EMAIL_NOT_VERIFIED until the email is confirmed.
 */
export function useSignIn(
  loadUser: () => Promise<unknown>,
  onError?: (error: Error, input: SignInInput) => void,
) {
  return useMutation({
    mutationFn: async ({ email, password }: SignInInput) => {
      if (/^\+\d+$/.test(email)) await signInCall('signInByPhone', { phone: email, password });
      else await signInCall('signInByPassword', { email, password });
      await loadUser();
    },
    onError: (error, input) => {
      showRefusal('login', error);
      onError?.(error, input);
    },
  });
}

export function useSignUp(next: string, onRegistered: (input: RegisterInput) => void) {
  return useMutation({
    mutationFn: ({ confirmPassword: _, ...input }: RegisterInput) =>
      signInCall('register', { ...input, callbackURL: signInUrl(next) }),
    onSuccess: (_, input) => {
      toast.success('Successfully registered! Please check your email to confirm your account.');
      onRegistered(input);
    },
    onError: (error) => showRefusal('registration', error),
  });
}

/**
 * Signs out, after a question where unsaved input would be lost. `onSuccess` leaves pages that only signed-in users may
 * see, and does not ask again.
 */
export function useSignOut(onSuccess: () => Promise<unknown>) {
  const queryClient = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: () => signInCall('signOut', {}),
    onSuccess: async () => {
      await onSuccess();
      announceSessionEvent(queryClient, { type: 'signed out' });
      toast.success('Successfully logged out!');
    },
    onError: (error) => showRefusal('logout', error),
  });
  return { isPending, signOut: () => leavePage(() => mutate()) };
}

/** Sets a new password with the emailed link or code; older sessions end with the old one. */
export function useSetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      password,
      ...by
    }: { password: string } & ({ token: string } | { email: string; code: string })) =>
      'token' in by
        ? signInCall('setPasswordByLink', { token: by.token, newPassword: password })
        : signInCall('setPasswordByCode', { email: by.email, otp: by.code, password }),
    onSuccess: () => {
      announceSessionEvent(queryClient, { type: 'signed out' });
      toast.success('Your new password is set. Please sign in with it.');
    },
    onError: (error) => toast.error('Password not changed', { description: refusalText(error) }),
  });
}

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  return useMutation({
    mutationFn: (input: ProfileChange) => api.accounts.updateProfile(input),
    onSuccess: (user) => {
      announceSessionEvent(queryClient, { type: 'user updated', user });
      toast.success('Profile updated');
    },
    onError: (error) =>
      toast.error('Update Failed', {
        description: 'status' in error ? error.message : 'Your details could not be saved. Please try again.',
      }),
  });
}
