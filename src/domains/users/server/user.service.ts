import type { Database } from '#db/client.ts';
import { setEventOrigin } from '#platform/auth/audit/audit-log.repository.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { Errors, Raises } from '#shared/errors.ts';
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
  firstName: row.firstName,
  lastName: row.lastName,
  role: row.role,
  banned: row.banned,
  createdAt: row.createdAt.toISOString(),
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

type RightsError = 'PROFILE_NOT_FOUND' | 'LAST_SUPER_ADMIN' | 'NO_PERMISSION';

/** Sets a user's role; it applies from their next request. */
export function setRole(
  { database, errors }: UsersDeps & Raises<RightsError | 'OWN_ROLE'>,
  actor: Actor,
  { id, role, shown }: SetRoleInput,
) {
  if (id === actor.user.userId) throw errors.OWN_ROLE();
  return database.asCaller(actor.user, async (tx) => {
    const before = await findForChange(tx, id);
    if (!before) throw errors.PROFILE_NOT_FOUND();
    if (before.role !== role) {
      await setEventOrigin(tx, actor);
      refuse(errors, await updateRole(tx, id, role));
    }
    return { ...listedUserOf(before), role, overtaken: before.role === shown ? null : lastChangeOf(before) };
  });
}

/** Bans or unbans a user; it applies from their next request, in every process. */
export function setBanned(
  { database, errors }: UsersDeps & Raises<RightsError | 'OWN_BAN'>,
  actor: Actor,
  input: SetBannedInput,
) {
  const { id, banned, shown, reason = '' } = input;
  if (id === actor.user.userId) throw errors.OWN_BAN();
  return database.asCaller(actor.user, async (tx) => {
    const before = await findForChange(tx, id);
    if (!before) throw errors.PROFILE_NOT_FOUND();
    const changed = before.banned === shown ? null : await findBanChange(tx, id);
    if (before.banned !== banned) {
      await setEventOrigin(tx, actor);
      refuse(errors, await updateBanned(tx, id, banned, reason));
    }
    const overtaken =
      before.banned === shown
        ? null
        : {
            name: changed?.name ?? 'someone at the server',
            at: (changed?.at ?? before.createdAt).toISOString(),
          };
    return { ...listedUserOf(before), banned, overtaken };
  });
}

/** `not allowed`: the caller lost the right in the meantime. */
function refuse(errors: Errors<RightsError>, refusal: RightsRefusal | undefined): void {
  if (refusal) throw refusal === 'not allowed' ? errors.NO_PERMISSION() : errors.LAST_SUPER_ADMIN();
}

const lastChangeOf = ({ switchedBy, switchedAt, createdAt }: RoleRow) => ({
  name: switchedBy ?? 'someone at the server',
  at: (switchedAt ?? createdAt).toISOString(),
});
