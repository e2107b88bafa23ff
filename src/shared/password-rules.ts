/** Minimum password length of admins, in characters; for other users it is six. */
export const ADMIN_PASSWORD_LENGTH = 12;
