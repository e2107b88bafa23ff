import { z } from 'zod';
import { HOW_TO_WRITE_A_NUMBER, phoneNumberOf } from '#shared/phone-number.ts';
import { raises, route, routes } from '#shared/route.ts';
import { id, instant } from '#shared/shapes.ts';
import { userName } from './fields.ts';

/** A user as they see themselves. */
export const profile = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  /** The number is a sign-in method. */
  phoneVerified: z.boolean(),
  /** The role in this session. */
  role: z.enum(['user', 'admin', 'super_admin']),
  /** The role that the user has but may not use in this session, which has no second factor. */
  withheldRole: z.enum(['admin', 'super_admin']).optional(),
  createdAt: instant,
});
export type Profile = z.infer<typeof profile>;

export const profileInput = z.object({
  firstName: userName('First name'),
  lastName: userName('Last name'),
  phone: z
    .string()
    .overwrite((text) => phoneNumberOf(text) ?? text)
    .regex(/^\+[1-9][0-9]{6,14}$/, HOW_TO_WRITE_A_NUMBER)
    .nullable(),
});

/** Details left out stay as they are: another tab may have changed them. */
const profileChange = profileInput.partial();
export type ProfileChange = z.infer<typeof profileChange>;

/** `userId` is what the parameter was called before, and still is in the typed client. */
const aboutUser = z.preprocess(
  (input: { user_id?: string; userId?: string } | undefined) => ({
    ...input,
    user_id: input?.user_id ?? input?.userId,
  }),
  z.object({ user_id: id }),
);

const check = routes('user', 'check roles');

export const accountsContract = {
  /** The signed-in user, or null. */
  me: route('visitor', 'view the profile')
    .route({ method: 'GET', path: '/me', summary: 'The signed-in user, or null' })
    .errors(raises('PROFILE_NOT_FOUND'))
    .output(profile.nullable()),
  updateProfile: route('user', 'update the profile')
    .route({ method: 'PATCH', path: '/me', summary: 'Change name or phone number' })
    .errors(raises('PROFILE_NOT_FOUND'))
    .input(profileChange)
    .output(profile),
  /** Users may ask about themselves, an admin about anyone. */
  isAdminOrSuperAdmin: check('GET /rpc/is_admin_or_super_admin', 'Is this user admin or super admin?')
    .input(aboutUser)
    .output(z.boolean()),
  isSuperAdmin: check('GET /rpc/is_super_admin', 'Is this user super admin?')
    .input(aboutUser)
    .output(z.boolean()),
};
