/** Characters that the password of an admin has at least; everybody else's has six. */
export const ADMIN_PASSWORD_LENGTH = 12;
