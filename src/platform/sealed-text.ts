import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';

export type SealedText = ReturnType<typeof createSealedText>;

/** Encrypts texts that the database stores, with the shop's secret, as sign-in does those of authenticator apps. */
export const createSealedText = (secret: string) => ({
  seal: (text: string): Promise<string> => symmetricEncrypt({ key: secret, data: text }),
  /** Throws if it was sealed with another secret. */
  open: (sealed: string): Promise<string> => symmetricDecrypt({ key: secret, data: sealed }),
});
