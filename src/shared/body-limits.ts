/** Limit of a request's body, bytes. Operations with larger ones declare it, and only admins may send those. */
export const MAX_BODY = 256 * 1024;
/** The limit of operations with an image, which is at most MAX_IMAGE_BYTES. */
export const MAX_IMAGE_BODY = 6 * 1024 * 1024;
/** The limit of sign-in, whose largest body is a registration with long names. */
export const MAX_AUTH_BODY = 16 * 1024;
