import { requestAuth } from '../auth-client.ts';

export const mailedCodeClient = {
  send: (email: string) => requestAuth('/sign-in/send-code', { email }),
  signIn: (email: string, code: string) => requestAuth('/sign-in/code', { email, code }),
};
