import { createContext, useContext } from 'react';
import { codeOf } from '#shared/messages.ts';

/** Opens the sign-in dialog over the current screen. Resolves to false if the user cancels. */
export type SignInAgain = () => Promise<boolean>;

const Context = createContext<SignInAgain | null>(null);

/** Wraps screens on which an ended session must not lose input. */
export const SignInAgainProvider = Context.Provider;

/**
 * Runs an operation; if the session has ended, opens the sign-in dialog and runs it once more. Outside of a
 * provider, the operation just runs.
 */
export function useSignedInAgain() {
  const signInAgain = useContext(Context);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!signInAgain || codeOf(error) !== 'SIGN_IN_REQUIRED' || !(await signInAgain())) throw error;
      return work();
    }
  };
}
