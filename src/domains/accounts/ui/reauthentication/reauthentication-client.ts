import { askAuth } from '../auth-client.ts';

/** Reauthentication of the signed-in user; one is valid for one action. */
export const identityClient = {
  /** The available methods. */
  ways: () => askAuth<{ password: boolean }>('/identity/ways'),
  byPassword: (password: string) => askAuth('/identity/prove', { password }),
  sendCode: () => askAuth('/identity/send-code', {}),
  byCode: (code: string) => askAuth('/identity/prove', { code }),
};
