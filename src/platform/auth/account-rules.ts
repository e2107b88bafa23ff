import type { z } from 'zod';
import type { Queryable } from '#db/client.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { MailMessage } from '../mail/message.ts';

export interface Recipient {
  email: string;
  firstName?: string;
}

/** The emails of sign-in, each with the facts that its text contains. */
export interface AuthEmails {
  /** `again`: the email was registered before, and has the password of then. */
  confirmation: { link: string; code: string; again: boolean };
  alreadyRegistered: object;
  passwordReset: { link: string; code: string };
  passwordChanged: object;
  /** `endsPassword`: the account was not confirmed, so its password stops working. */
  signInCode: { code: string; endsPassword: boolean };
  reauthenticationCode: { code: string };
  phoneConfirmed: { number: string };
  passkeyAdded: { name: string };
  passkeyRemoved: { name: string };
  /** `name` of the provider. */
  accountLinked: { name: string };
  accountUnlinked: { name: string };
  twoFactorOn: object;
  twoFactorOff: object;
  newBackupCodes: object;
  /** `left`: backup codes not yet used. */
  backupCodeUsed: { left: number };
  secondFactorFailing: object;
}

/** One of them: its kind, to whom, and its facts. */
export type EmailArguments<Emails> = {
  [Kind in keyof Emails]: [kind: Kind, to: Recipient, facts: Emails[Kind]];
}[keyof Emails];
export type WriteEmail<Emails> = (...email: EmailArguments<Emails>) => MailMessage;

/** An operation under /api/auth, as far as its handler needs it. */
export interface AuthOperation {
  /** Parses the JSON body; undefined for a GET. */
  input: z.ZodType<object | undefined>;
  /** The refusals that it may answer with. */
  codes: readonly ErrorCode[];
}

/** What the domain of accounts decides. Sign-in itself has no rule about accounts and no text. */
export interface AccountRules {
  /** By method and path below /api/auth, such as 'POST /sign-in/email'. Every other path is closed. */
  operations: ReadonlyMap<string, AuthOperation>;
  writeEmail: WriteEmail<AuthEmails>;
  /** The text message with a code. */
  codeText(code: string): string;
  /** Why this user may not have this password; undefined when they may. */
  passwordRefusal(userId: string, password: string): Promise<ErrorCode | undefined>;
  /** Number of a user's sign-in methods. The last one cannot be removed. */
  countSignInMethods(db: Queryable, userId: string): Promise<number>;
}
