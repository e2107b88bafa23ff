import { askAuth } from '../auth-client.ts';

/** How the signed-in person confirms once more that it is she; a confirmation is good for one step. */
export const identityClient = {
  /** Which ways she has. */
  ways: () => askAuth<{ password: boolean }>('/identity/ways'),
  byPassword: (password: string) => askAuth('/identity/prove', { password }),
  sendCode: () => askAuth('/identity/send-code', {}),
  byCode: (code: string) => askAuth('/identity/prove', { code }),
};
