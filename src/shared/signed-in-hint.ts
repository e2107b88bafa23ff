/**
 * A cookie that pages can read: somebody signed in with this browser. It proves nothing; without it a
 * visitor's page spares the question who is signed in. It says 'closed' where the account of whoever was signed in
 * was closed meanwhile.
 */
export const SIGNED_IN_HINT = 'aso_signed_in';
