import { requestAuth } from '../auth-client.ts';

export const phoneClient = {
  /** Texts a code to the number in the user's profile; `confirmed` when it is confirmed already. */
  sendCode: () => requestAuth<{ confirmed: boolean }>('/phone/send-code', {}),
  confirm: (code: string) => requestAuth('/phone/confirm', { code }),
};
