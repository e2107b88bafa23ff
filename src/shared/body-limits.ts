/** Limit of a request's body, bytes. Operations with larger ones declare it, and only admins may send those. */
export const MAX_BODY = 256 * 1024;
/** The limit of sign-in, whose largest body is a registration with long names. */
export const MAX_AUTH_BODY = 16 * 1024;
