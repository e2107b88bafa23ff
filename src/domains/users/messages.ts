import { fullTime } from '#shared/dates.ts';
import { type CodesOf, type Messages, NO_ANSWER } from '#shared/messages.ts';
import type { usersContract } from './contract.ts';

export const listFailed = { title: 'Failed to fetch users', description: NO_ANSWER };
export const listRefused = {
  title: 'You do not have permission to view all users',
  description: 'Only a super admin sees who has an account.',
};

const lastSuperAdmin = {
  title: 'The last super admin stays one.',
  description: 'Give that role to another user first.',
};

/** The success message depends on concurrent changes: `roleSaved`. */
export const setRoleMessages: Messages<CodesOf<typeof usersContract.setRole>> = {
  failure: { title: 'Failed to update user role. Please try again.' },
  refused: {
    NO_PERMISSION: { title: "You don't have permission to update user roles" },
    OWN_ROLE: { title: 'You cannot change your own role' },
    PROFILE_NOT_FOUND: { title: 'User profile not found' },
    LAST_SUPER_ADMIN: lastSuperAdmin,
  },
};

export const setBannedMessages: Messages<CodesOf<typeof usersContract.setBanned>> = {
  failure: { title: 'That could not be saved. Please try again.' },
  refused: {
    NO_PERMISSION: { title: "You don't have permission to ban users" },
    OWN_BAN: { title: 'You cannot ban yourself' },
    PROFILE_NOT_FOUND: { title: 'User profile not found' },
    LAST_SUPER_ADMIN: lastSuperAdmin,
  },
};

export function banSaved(
  name: string,
  banned: boolean,
  overtaken: { name: string; at: string } | null,
  timeZone: string,
) {
  if (overtaken) {
    return {
      title: banned ? `${name} was banned already` : `${name} was let in again already`,
      description: `By ${overtaken.name}, on ${fullTime(new Date(overtaken.at), timeZone)}.`,
    };
  }
  return banned
    ? { title: `${name} is banned`, description: 'Signed out everywhere, and cannot sign in.' }
    : { title: `${name} may sign in again` };
}

export function roleSaved(overtaken: { name: string; at: string } | null, timeZone: string) {
  return {
    title: 'User role updated successfully',
    description: overtaken
      ? `It was not as your screen said: ${overtaken.name} had changed it on ${fullTime(new Date(overtaken.at), timeZone)}.`
      : undefined,
  };
}
