import { createContext, useContext } from 'react';
import { codeOf } from '#shared/messages.ts';

/** Asks the person to sign in over what she is doing. False when she does not want to. */
export type SignInAgain = () => Promise<boolean>;

const Context = createContext<SignInAgain | null>(null);

/** Put around screens on which a session that ended must not cost what was typed. */
export const SignInAgainProvider = Context.Provider;

/**
 * Runs work that the shop may answer with 'sign in first': then it is asked for, and the work done once more.
 * Outside of a provider the work is run as it is.
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
