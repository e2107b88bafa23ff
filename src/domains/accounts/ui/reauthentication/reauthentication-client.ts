import { requestAuth } from '../auth-client.ts';

/** Reauthentication of the signed-in user; one is valid for one action. */
export const reauthenticationClient = {
  /** The available methods. */
  methods: () => requestAuth<{ password: boolean }>('/identity/ways'),
  byPassword: (password: string) => requestAuth('/identity/prove', { password }),
  sendCode: () => requestAuth('/identity/send-code', {}),
  byCode: (code: string) => requestAuth('/identity/prove', { code }),
};
