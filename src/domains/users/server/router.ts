import type { Database } from '#db/client.ts';
import { setEventOrigin } from '#platform/auth/audit/audit-log.repository.ts';
import { gated, type RequestContext } from '#platform/rpc/gate.ts';
import { changedByOf, isOvertaken } from '#shared/changed-by.ts';
import type { Errors } from '#shared/errors.ts';
import { ADMIN_COUNT_LIMIT, readPage } from '#shared/pages.ts';
import { withoutHyphens } from '#shared/search-words.ts';
import { wordsOf } from '#shared/words.ts';
import { usersContract } from '../contract.ts';
import {
  countUserRows,
  findBanChange,
  findForChange,
  findTotals,
  listUserRows,
  type RightsRefusal,
  updateBanned,
  updateRole,
} from './user.repository.ts';

/** The origin of a change of rights, for the audit log. */
const originOf = ({ ipAddress, headers }: RequestContext) => ({
  ipAddress,
  userAgent: headers.get('user-agent'),
});

/** `not allowed`: the caller lost the right in the meantime. */
function refuse(
  errors: Errors<'LAST_SUPER_ADMIN' | 'NO_PERMISSION'>,
  refusal: RightsRefusal | undefined,
): void {
  if (refusal) throw refusal === 'not allowed' ? errors.NO_PERMISSION() : errors.LAST_SUPER_ADMIN();
}

/** Who changed a right that the screen showed otherwise; `who` is null if the audit log does not know. */
const overtakenBy = (name: string | null | undefined, at: Date) =>
  changedByOf(name ?? 'someone at the server', at);

/** Hits of a search that are read at once. */
const FEW = 1_000;

export function usersRouter(deps: { database: Pick<Database, 'asCaller'> }) {
  const os = gated(usersContract);
  const { database } = deps;
  return {
    listUsers: os.listUsers.handler(({ context, input: { search = '', role, page: requested } }) =>
      database.asCaller(context.user, async (tx) => {
        const filter = { words: withoutHyphens(wordsOf(search)), role };
        const isSearch = filter.words.length > 0;
        const counted = isSearch
          ? await countUserRows(tx, filter, ADMIN_COUNT_LIMIT + 1)
          : ((await findTotals(tx)).get(role ? `profiles:${role}` : 'profiles') ?? 0);
        return readPage({ requested, counted, limit: isSearch ? ADMIN_COUNT_LIMIT : undefined }, (place) =>
          listUserRows(tx, filter, place, isSearch && counted <= FEW),
        );
      }),
    ),
    totals: os.totals.handler(async ({ context }) => {
      const totals = await database.asCaller(context.user, findTotals);
      const of = (name: string) => totals.get(name) ?? 0;
      return {
        total: of('profiles'),
        user: of('profiles:user'),
        admin: of('profiles:admin'),
        super_admin: of('profiles:super_admin'),
      };
    }),
    // Rights apply from the user's next request, in every process.
    setRole: os.setRole.handler(({ context, input: { id, role, shown }, errors }) => {
      // Nobody changes their own role: a super admin who made themselves an admin could not take it back.
      if (id === context.user.userId) throw errors.OWN_ROLE();
      return database.asCaller(context.user, async (tx) => {
        const before = await findForChange(tx, id);
        if (!before) throw errors.PROFILE_NOT_FOUND();
        if (before.role !== role) {
          await setEventOrigin(tx, originOf(context));
          refuse(errors, await updateRole(tx, id, role));
        }
        const { switchedBy, switchedAt, createdAt } = before;
        const overtaken = isOvertaken(before.role, shown)
          ? overtakenBy(switchedBy, switchedAt ?? createdAt)
          : null;
        return { ...before, role, overtaken };
      });
    }),
    setBanned: os.setBanned.handler(({ context, input, errors }) => {
      const { id, banned, shown, reason = '' } = input;
      if (id === context.user.userId) throw errors.OWN_BAN();
      return database.asCaller(context.user, async (tx) => {
        const before = await findForChange(tx, id);
        if (!before) throw errors.PROFILE_NOT_FOUND();
        const changed = isOvertaken(before.banned, shown) ? await findBanChange(tx, id) : undefined;
        if (before.banned !== banned) {
          await setEventOrigin(tx, originOf(context));
          refuse(errors, await updateBanned(tx, id, banned, reason));
        }
        const overtaken =
          changed === undefined ? null : overtakenBy(changed?.name, changed?.at ?? before.createdAt);
        return { ...before, banned, overtaken };
      });
    }),
  };
}
