import { askAuth } from '../auth-client.ts';

/** One's account at another house, which opens the one here. */
export interface Identity {
  id: string;
  /** The provider's id in the configuration, and its name. */
  provider: string;
  name: string;
  /** The address it gave; null when it gave none. */
  address: string | null;
  since: string;
}

export const singleSignOnClient = {
  /** Begins a sign-in; the browser goes on to `url` and comes back to `callbackURL`, one of the sign-in pages. */
  signIn: (provider: string, callbackURL: string) =>
    askAuth<{ url: string }>('/sign-in/single-sign-on', { provider, callbackURL }),
  identities: () => askAuth<Identity[]>('/identities'),
  /** Wants a proof. The browser goes on to `url` and comes back to the security page. */
  link: (provider: string) => askAuth<{ url: string }>('/identities/link', { provider }),
  /** Wants a proof. */
  unlink: (id: string) => askAuth('/identities/unlink', { id }),
};
