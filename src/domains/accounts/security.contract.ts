import { z } from 'zod';
import { raises, route, routes } from '#shared/route.ts';
import { id, instant } from '#shared/shapes.ts';
import { code, email, password } from './fields.ts';

/** The user's sign-in methods. */
export const signInMethods = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  phoneVerified: z.boolean(),
  hasPassword: z.boolean(),
  twoFactor: z.boolean(),
  passkeys: z.int(),
  linked: z.int(),
  /** Password, passkeys and linked accounts together; a code by email is possible in addition. */
  count: z.int(),
});
export type SignInMethods = z.infer<typeof signInMethods>;

/** A browser in which the user is signed in. */
export const openSession = z.object({
  id,
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
  /** The sign-in method: a SignInMethod of platform/auth. */
  signInMethod: z.string().nullable(),
  secondFactor: z.enum(['app', 'backup_code', 'remembered']).nullable(),
  createdAt: instant,
  /** At most five minutes behind. */
  lastSeenAt: instant,
  /** The session of this request. */
  isCurrent: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

/** Typed before an account is deleted, to prevent accidents. */
export const DELETE_WORDS = 'delete my account';

const signOut = routes('user', 'sign out');
const changeEmail = routes('user', 'change your email');

export const securityContract = {
  signInMethods: route('user', 'see how to sign in')
    .route({ method: 'GET', path: '/me/sign-in-methods', summary: 'The user’s sign-in methods' })
    .errors(raises('PROFILE_NOT_FOUND'))
    .output(signInMethods),
  listSessions: route('user', 'see where you are signed in')
    .route({ method: 'GET', path: '/me/sessions', summary: 'The user’s sessions, the last used first' })
    .output(z.array(openSession)),
  /** A session of the user; another user's session, or one that has ended, changes nothing. */
  endSession: signOut('DELETE /me/sessions/{id}', 'Sign out one browser')
    .input(z.object({ id }))
    .output(z.object({})),
  endOtherSessions: signOut('DELETE /me/sessions', 'Sign out all browsers but this one').output(
    z.object({ ended: z.int() }),
  ),
  /** Also sets a first password. All other sessions end. */
  changePassword: route('user', 'change the password')
    .route({ method: 'PUT', path: '/me/password', summary: 'Change the password' })
    .errors(raises('REAUTHENTICATION_REQUIRED', 'ADMIN_PASSWORD', 'PROFILE_NOT_FOUND'))
    .input(z.object({ password }))
    .output(z.object({})),
  /** The same answer for a free and for a used email. */
  requestEmailChange: changeEmail('POST /me/email', 'Request a change of the email')
    .errors(raises('REAUTHENTICATION_REQUIRED', 'OWN_ADDRESS', 'PROFILE_NOT_FOUND'))
    .input(z.object({ email: email.transform((text) => text.toLowerCase()) }))
    .output(z.object({})),
  /** By the link or code in the email sent to it. All other sessions end. */
  confirmEmailChange: changeEmail('PUT /me/email', 'Confirm the new email')
    .errors(raises('WRONG_CODE', 'LINK_EXPIRED', 'LINK_WRONG_ACCOUNT', 'CONFLICT', 'PROFILE_NOT_FOUND'))
    .input(z.object({ code }).or(z.object({ token: z.string().regex(/^[\w-]{1,100}$/) })))
    .output(z.object({ email: z.string() })),
  deleteAccount: route('user', 'delete the account')
    .route({
      method: 'DELETE',
      path: '/me',
      summary: 'Delete the user’s own account; orders stay without a user',
    })
    .errors(raises('REAUTHENTICATION_REQUIRED', 'DEMO_ACCOUNT', 'LAST_SUPER_ADMIN', 'PROFILE_NOT_FOUND'))
    .input(z.object({ confirmation: z.literal(DELETE_WORDS) }))
    .output(z.object({})),
};
