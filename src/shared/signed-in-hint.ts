/**
 * A cookie readable by pages: a user is signed in with this browser. It is not proof; without it a visitor's page
 * skips the request for the current user. It is 'closed' if the user's account was deleted.
 */
export const SIGNED_IN_HINT = 'aso_signed_in';
