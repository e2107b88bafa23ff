/** Messages by code: why single sign-on, or linking an external account, failed. */
export const SINGLE_SIGN_ON_REFUSALS = {
  PROVIDER_NOT_AVAILABLE: (name: string) =>
    `Sign-in with ${name} is not available right now. Please try again in a few minutes, or choose another way.`,
  PROVIDER_CANCELLED: (name: string) => `You came back from ${name} without signing in. Nothing has changed.`,
  PROVIDER_REFUSED: (name: string) =>
    `${name} did not confirm who you are. Please try again, or choose another way.`,
  SIGN_IN_INTERRUPTED: (name: string) =>
    `This sign-in with ${name} took too long, or was begun in another browser. Please start again.`,
  ADDRESS_MISSING: (name: string) =>
    `${name} gave us no email address, and an account needs one. Please allow it there, or register here with your email.`,
  ADDRESS_UNCONFIRMED: (name: string) =>
    `${name} has not confirmed your email address. Please confirm it there and come back, or register here with your email.`,
  ACCOUNT_EXISTS: (name: string) =>
    `There is already an account with this address. Sign in with your password, then link ${name} under Sign-in & security.`,
  ACCOUNT_ALREADY_LINKED: (name: string) =>
    `This account at ${name} is already linked to somebody else’s account here, so nothing was linked.`,
  OTHER_SESSION: (name: string) =>
    `You are no longer signed in as you were when this began, so ${name} was not linked. Please start again.`,
  BANNED: () => 'This account is closed. Please write to us.',
  SIGN_IN_FAILED: (name: string) => `Something went wrong while signing in with ${name}. Please try again.`,
} as const satisfies Record<string, (name: string) => string>;

export type SingleSignOnRefusal = keyof typeof SINGLE_SIGN_ON_REFUSALS;

export const isSingleSignOnRefusal = (code: unknown): code is SingleSignOnRefusal =>
  typeof code === 'string' && Object.hasOwn(SINGLE_SIGN_ON_REFUSALS, code);
