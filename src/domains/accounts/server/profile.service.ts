import type { Database } from '#db/client.ts';
import { isAdmin, type SignedIn } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import type { Profile, ProfileChange } from '../contract.ts';
import { findProfile, findRights, type ProfileRow, updateProfile } from './profile.repository.ts';

export interface AccountsDeps {
  database: Pick<Database, 'asCaller'>;
}

type Deps = AccountsDeps & Raises<'PROFILE_NOT_FOUND'>;

function profileOf({ errors }: Deps, row: ProfileRow | null, { role, withheld }: SignedIn): Profile {
  if (!row) throw errors.PROFILE_NOT_FOUND();
  return {
    ...row,
    role,
    ...(withheld && { withheldRole: withheld }),
    createdAt: row.createdAt.toISOString(),
  };
}

export const getProfile = async (deps: Deps, user: SignedIn): Promise<Profile> =>
  profileOf(deps, await deps.database.asCaller(user, (tx) => findProfile(tx, user.userId)), user);

/** Changes the user's own names and number, those of them that are given. */
export async function changeProfile(deps: Deps, user: SignedIn, input: ProfileChange): Promise<Profile> {
  const row = await deps.database.asCaller(user, (tx) => updateProfile(tx, user.userId, input));
  return profileOf(deps, row, user);
}

/** The rights of a role: users may ask about themselves, an admin about anyone. */
export async function rightsOf(
  { database, errors }: AccountsDeps & Raises<'NO_PERMISSION'>,
  user: SignedIn,
  userId: string,
) {
  if (userId !== user.userId && !isAdmin(user)) throw errors.NO_PERMISSION();
  const rights = await database.asCaller(user, (tx) => findRights(tx, userId));
  // For the caller themselves: what they may do in this session.
  const mayUse = userId !== user.userId || !user.withheld;
  return { admin: rights.admin && mayUse, superAdmin: rights.superAdmin && mayUse };
}
