import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#design/toast.ts';
import { useApi } from '#shared/api.tsx';
import type { ProfileInput } from '../contract.ts';
import { AuthRefusal, isCancelled, refusalText, SIGN_IN_TEXTS } from '../sign-in.messages.ts';
import type { RegisterInput, SignInInput } from '../sign-in-input.ts';
import { type AccountsApi, applySessionEvent, refreshSession } from './session/session.queries.ts';
import { notifyTabs } from './session/session-events.ts';
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

/** Shows why a message could not be sent: the shop's message, or that it could not be reached. */
export function showNotSent(error: unknown): void {
  if (!isCancelled(error)) toast.error('Message not sent', { description: refusalText(error) });
}

// Offline requests fail at once everywhere below: a button that waits silently looks broken.
const networkMode = 'always';

/** The target of an email's link: the sign-in page, which then goes to `next`. */
export const signInUrl = (next: string) => `/auth?next=${encodeURIComponent(next)}`;

/** Signs in by password; `email` may be a phone number, where numbers are a sign-in method. */
export const signInByPassword = ({ email, password }: SignInInput) =>
  /^\+\d+$/.test(email)
    ? signInCall('signInByPhone', { phone: email, password })
    : signInCall('signInByPassword', { email, password });

/** Signs in by email and password. Fails with AuthRefusal EMAIL_NOT_VERIFIED until the email is confirmed. */
export function useSignIn({ greeting = GREETING } = {}) {
  const loadSignedIn = useLoadSignedIn(greeting);
  return useMutation({
    networkMode,
    mutationFn: async (input: SignInInput) => {
      await signInByPassword(input);
      await loadSignedIn();
    },
    onError: (error) => showRefusal('login', error),
  });
}

export function useSignUp(next: string) {
  return useMutation({
    networkMode,
    mutationFn: ({ confirmPassword: _, ...input }: RegisterInput) =>
      signInCall('register', { ...input, callbackURL: signInUrl(next) }),
    onSuccess: () =>
      toast.success('Successfully registered! Please check your email to confirm your account.'),
    onError: (error) => showRefusal('registration', error),
  });
}

/** `onSuccess` leaves pages that only signed-in users may see. */
export function useSignOut(onSuccess: () => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode,
    mutationFn: () => signInCall('signOut', {}),
    onSuccess: async () => {
      await onSuccess();
      applySessionEvent(queryClient, { type: 'signed out' });
      notifyTabs('signed out');
      toast.success('Successfully logged out!');
    },
    onError: (error) => showRefusal('logout', error),
  });
}

/** Sets a new password with the emailed link or code; older sessions end with the old one. */
export function useSetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode,
    mutationFn: ({
      password,
      ...by
    }: { password: string } & ({ token: string } | { email: string; code: string })) =>
      'token' in by
        ? signInCall('setPasswordByLink', { token: by.token, newPassword: password })
        : signInCall('setPasswordByCode', { email: by.email, otp: by.code, password }),
    onSuccess: () => {
      applySessionEvent(queryClient, { type: 'signed out' });
      notifyTabs('signed out');
      toast.success('Your new password is set. Please sign in with it.');
    },
    onError: (error) => toast.error('Password not changed', { description: refusalText(error) }),
  });
}

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  const api = useApi<AccountsApi>();
  return useMutation({
    networkMode,
    mutationFn: (input: ProfileInput) => api.accounts.updateProfile(input),
    onSuccess: (user) => {
      applySessionEvent(queryClient, { type: 'user updated', user });
      notifyTabs('user updated');
      toast.success('Profile updated');
    },
    onError: (error) =>
      toast.error('Update Failed', {
        description: 'status' in error ? error.message : 'Your details could not be saved. Please try again.',
      }),
  });
}
