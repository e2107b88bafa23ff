import { askAuth } from '../auth-client.ts';

export const phoneClient = {
  /** Texts a code to the number in one's details; `confirmed` when there is no need any more. */
  sendCode: () => askAuth<{ confirmed: boolean }>('/phone/send-code', {}),
  confirm: (code: string) => askAuth('/phone/confirm', { code }),
};
