/** Characters of a password, and the minimum of an admin's. */
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;
export const ADMIN_PASSWORD_LENGTH = 12;

/** Characters of an email: the longest that SMTP carries. */
export const MAX_EMAIL_LENGTH = 254;
/** Characters of a first or last name. */
export const MIN_NAME_LENGTH = 2;
export const MAX_NAME_LENGTH = 100;

/** Digits of an emailed or texted code, and of an authenticator app's. */
export const CODE_LENGTH = 6;
export const isCode = (text: string): boolean => text.length === CODE_LENGTH && /^\d+$/.test(text);
/** Seconds for which an emailed or texted code is valid, and for which a sign-in waits for its second factor. */
export const CODE_SECONDS = 10 * 60;
/** Seconds for which a link or code for a confirmation or a new password is valid. */
export const LINK_SECONDS = 60 * 60;
/** Seconds between two messages of one kind to a recipient. */
export const MESSAGE_WAIT_SECONDS = 60;

/** The database enforces the same number. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME_LENGTH = 100;
