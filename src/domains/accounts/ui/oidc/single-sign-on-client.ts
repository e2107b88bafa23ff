import { requestAuth } from '../auth-client.ts';

/** A linked external account, with which the user can sign in. */
export interface Identity {
  id: string;
  /** The provider's id in the configuration, and its name. */
  provider: string;
  name: string;
  /** The email from the provider; null when it gave none. */
  address: string | null;
  since: string;
}

export const singleSignOnClient = {
  /** Starts a sign-in; the browser goes to `url` and returns to `callbackURL`, one of the sign-in pages. */
  signIn: (provider: string, callbackURL: string) =>
    requestAuth<{ url: string }>('/sign-in/single-sign-on', { provider, callbackURL }),
  identities: () => requestAuth<Identity[]>('/identities'),
  /** Requires reauthentication. The browser goes to `url` and returns to the security page. */
  link: (provider: string) => requestAuth<{ url: string }>('/identities/link', { provider }),
  /** Requires reauthentication. */
  unlink: (id: string) => requestAuth('/identities/unlink', { id }),
};
