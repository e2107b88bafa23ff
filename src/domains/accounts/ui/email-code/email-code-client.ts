import { askAuth } from '../auth-client.ts';

export const mailedCodeClient = {
  send: (email: string) => askAuth('/sign-in/send-code', { email }),
  signIn: (email: string, code: string) => askAuth('/sign-in/code', { email, code }),
};
