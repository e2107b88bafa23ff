import { requestAuth } from '../auth-client.ts';

export type TwoFactorState = { isOn: false } | { isOn: true; since: string; backupCodesLeft: number };

interface SecondFactor {
  code: string;
  /** This device needs no second factor for 30 days. */
  trustDevice: boolean;
}

/** Two-factor sign-in: the second factor at sign-in, and turning it on and off. */
export const twoFactorClient = {
  verifyByApp: (step: SecondFactor) => requestAuth('/two-factor/verify-totp', { ...step }),
  verifyByBackupCode: (step: SecondFactor) => requestAuth('/two-factor/verify-backup-code', { ...step }),
  state: () => requestAuth<TwoFactorState>('/two-factor/state'),
  /** The new key, as the URI of a QR code. It changes nothing until `confirm`. */
  begin: (proof: { password?: string }) => requestAuth<{ uri: string }>('/two-factor/enable', proof),
  /** Turns it on. */
  confirm: (code: string) => requestAuth<{ backupCodes: string[] }>('/two-factor/confirm', { code }),
  turnOff: (proof: { password?: string }) => requestAuth('/two-factor/disable', proof),
  /** Invalidates the codes before. */
  newBackupCodes: (proof: { password?: string }) =>
    requestAuth<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', proof),
};
