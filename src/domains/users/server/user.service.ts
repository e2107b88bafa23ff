import type { Database } from '#db/client.ts';
import { setEventOrigin } from '#platform/auth/audit/audit-log.repository.ts';
import type { SignedIn } from '#shared/caller.ts';
import { DomainError } from '#shared/errors.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, countedPage } from '#shared/pages.ts';
import { wordsOf } from '#shared/words.ts';
import type { ListedUser, ListUsersInput, SetBannedInput, SetRoleInput } from '../contract.ts';
import {
  countUserRows,
  findBanChange,
  findForChange,
  findTotals,
  listUserRows,
  type RightsRefusal,
  type RoleRow,
  type UserRow,
  updateBanned,
  updateRole,
} from './user.repository.ts';

/** The acting user and the origin of a change of rights, for the audit log. */
export interface Actor {
  user: SignedIn;
  ipAddress: string;
  userAgent: string | null;
}

export interface UsersDeps {
  database: Pick<Database, 'asCaller'>;
}

const listedUserOf = (row: UserRow): ListedUser => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  banned: row.banned,
  createdAt: new Date(row.created_at).toISOString(),
});

/** One page of all users, newest first; a page past the end becomes the last. */
export function listUsers({ database }: UsersDeps, user: SignedIn, input: ListUsersInput) {
  const filter = { words: wordsOf(input.search ?? ''), role: input.role };
  return database.asCaller(user, async (tx) => {
    const { place, ...page } =
      filter.words.length > 0
        ? countedPage(
            input.page,
            ADMIN_PAGE_SIZE,
            await countUserRows(tx, filter, ADMIN_COUNT_LIMIT + 1),
            ADMIN_COUNT_LIMIT,
          )
        : countedPage(
            input.page,
            ADMIN_PAGE_SIZE,
            (await findTotals(tx)).get(filter.role ? `profiles:${filter.role}` : 'profiles') ?? 0,
          );
    const rows = await listUserRows(tx, filter, place);
    return { items: rows.map(listedUserOf), ...page };
  });
}

/** The number of accounts; maintained, not counted. */
export async function userTotals({ database }: UsersDeps, user: SignedIn) {
  const totals = await database.asCaller(user, findTotals);
  const of = (name: string) => totals.get(name) ?? 0;
  return {
    total: of('profiles'),
    user: of('profiles:user'),
    admin: of('profiles:admin'),
    super_admin: of('profiles:super_admin'),
  };
}

/**
 * Sets a user's role; it applies from their next request. Throws OWN_ROLE, PROFILE_NOT_FOUND,
 * LAST_SUPER_ADMIN, and NO_PERMISSION when the caller lost the right in the meantime.
 */
export function setRole({ database }: UsersDeps, actor: Actor, { id, role, shown }: SetRoleInput) {
  if (id === actor.user.userId) throw new DomainError('OWN_ROLE');
  return database.asCaller(actor.user, async (tx) => {
    const before = await findForChange(tx, id);
    if (!before) throw new DomainError('PROFILE_NOT_FOUND');
    if (before.role !== role) {
      await setEventOrigin(tx, actor);
      refuse(await updateRole(tx, id, role));
    }
    return { ...listedUserOf(before), role, overtaken: before.role === shown ? null : lastChangeOf(before) };
  });
}

/**
 * Bans or unbans a user; it applies from their next request, in every process. Throws OWN_BAN,
 * PROFILE_NOT_FOUND, LAST_SUPER_ADMIN, and NO_PERMISSION when the caller lost the right in the meantime.
 */
export function setBanned({ database }: UsersDeps, actor: Actor, input: SetBannedInput) {
  const { id, banned, shown, reason = '' } = input;
  if (id === actor.user.userId) throw new DomainError('OWN_BAN');
  return database.asCaller(actor.user, async (tx) => {
    const before = await findForChange(tx, id);
    if (!before) throw new DomainError('PROFILE_NOT_FOUND');
    const changed = before.banned === shown ? null : await findBanChange(tx, id);
    if (before.banned !== banned) {
      await setEventOrigin(tx, actor);
      refuse(await updateBanned(tx, id, banned, reason));
    }
    const overtaken =
      before.banned === shown
        ? null
        : {
            who: changed?.who ?? 'someone at the server',
            at: new Date(changed?.at ?? before.created_at).toISOString(),
          };
    return { ...listedUserOf(before), banned, overtaken };
  });
}

function refuse(refusal: RightsRefusal | undefined): void {
  if (refusal) throw new DomainError(refusal === 'not allowed' ? 'NO_PERMISSION' : 'LAST_SUPER_ADMIN');
}

const lastChangeOf = ({ switched_by_name: name, switched_at: at, created_at: created }: RoleRow) => ({
  who: name ?? 'someone at the server',
  at: new Date(at ?? created).toISOString(),
});
