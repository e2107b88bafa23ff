import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';

/** Whether a request for the signed-in user is worthwhile. */
export const hasSignedInHint = () =>
  document.cookie.split('; ').some((cookie) => cookie.startsWith(`${SIGNED_IN_HINT}=1`));
