import { z } from 'zod';
import { ROLES, type Role } from '#shared/caller.ts';
import { raises, route, routes } from '#shared/route.ts';
import { changedBy, id, instantOut, page, paged, text } from '#shared/shapes.ts';
import { ROLE_LABELS } from './role-labels.ts';

const role = z.enum(ROLES);

/** A user as the owner sees them. */
export const listedUser = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role,
  /** The user cannot sign in. */
  banned: z.boolean(),
  createdAt: instantOut,
});
export type ListedUser = z.infer<typeof listedUser>;

export const setRoleInput = z.object({
  id,
  role,
  /** The value shown on the screen before. */
  shown: role.optional(),
});
export type SetRoleInput = z.infer<typeof setRoleInput>;

export const setBannedInput = z.object({
  id,
  banned: z.boolean(),
  /** The value shown on the screen before. */
  shown: z.boolean().optional(),
  /** Stored in the audit log; for the owner only. */
  reason: text(300).trim().optional(),
});
export type SetBannedInput = z.infer<typeof setBannedInput>;

const view = routes('super_admin', 'view all users', { signedOut: 'fetch users' });

/** Users and their roles, for the owner only. */
export const usersContract = {
  listUsers: view('GET /admin/users', 'All users, newest first')
    .input(
      z.object({
        /** In first name, last name or email; several words must all match. */
        search: text(200).optional(),
        role: role.optional(),
        page: page.default(1),
      }),
    )
    .output(paged(listedUser)),
  totals: view('GET /admin/users/totals', 'Number of accounts by role').output(
    z.object({ total: z.int(), user: z.int(), admin: z.int(), super_admin: z.int() }),
  ),
  setRole: route('super_admin', 'update user roles', {
    signedOut: 'update roles',
    change: ({ role }: { role: Role }) => `Changed the role of {users} to ${ROLE_LABELS[role]}`,
  })
    .route({ method: 'PATCH', path: '/admin/users/{id}/role', summary: 'Set a user’s role' })
    .errors(raises('PROFILE_NOT_FOUND', 'OWN_ROLE', 'LAST_SUPER_ADMIN'))
    .input(setRoleInput)
    /** `overtaken`: who changed it in the meantime, when it was not as shown. */
    .output(listedUser.extend({ overtaken: changedBy.nullable() })),
  setBanned: route('super_admin', 'ban users', {
    change: ({ banned }: { banned: boolean }) => (banned ? 'Banned {users}' : 'Unbanned {users}'),
  })
    .route({ method: 'PATCH', path: '/admin/users/{id}/ban', summary: 'Ban or unban a user' })
    .errors(raises('PROFILE_NOT_FOUND', 'OWN_BAN', 'LAST_SUPER_ADMIN'))
    .input(setBannedInput)
    .output(listedUser.extend({ overtaken: changedBy.nullable() })),
};
