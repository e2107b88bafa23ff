import { askAuth } from '../auth-client.ts';

export type TwoFactorState = { isOn: false } | { isOn: true; since: string; backupCodesLeft: number };

interface SecondFactor {
  code: string;
  /** This device needs no second step for 30 days. */
  trustDevice: boolean;
}

/** Two-step sign-in: the second step of signing in, and turning it on and off. */
export const twoFactorClient = {
  verifyByApp: (step: SecondFactor) => askAuth('/two-factor/verify-totp', { ...step }),
  verifyByBackupCode: (step: SecondFactor) => askAuth('/two-factor/verify-backup-code', { ...step }),
  state: () => askAuth<TwoFactorState>('/two-factor/state'),
  /** The new key, as a QR code says it. It changes nothing until `confirm`. */
  begin: (proof: { password?: string }) => askAuth<{ uri: string }>('/two-factor/enable', proof),
  /** Turns it on. */
  confirm: (code: string) => askAuth<{ backupCodes: string[] }>('/two-factor/confirm', { code }),
  turnOff: (proof: { password?: string }) => askAuth('/two-factor/disable', proof),
  /** The codes before are no longer good. */
  newBackupCodes: (proof: { password?: string }) =>
    askAuth<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', proof),
};
