import type pg from 'pg';

/** The roles of the request and sign-in pools. They own nothing and are members of no other role. */
export const REQUEST_ROLES = { web: 'aso_web', auth: 'aso_auth' } as const;

/** URLs of one database for each of them. */
export interface RequestDatabaseUrls {
  webUrl: string;
  authUrl: string;
}

/**
 * Which of the roles `$1` could bypass row level security, and how: one row per existing role. A direct or indirect
 * member of another role can become it with SET ROLE, so no membership is allowed.
 */
const REASONS = `
  select u.rolname as name, array_remove(array[
      case when u.rolsuper then 'it is a superuser' end,
      case when u.rolbypassrls then 'it has BYPASSRLS' end,
      case when u.rolcreaterole then 'it has CREATEROLE' end,
      case when u.rolreplication then 'it has REPLICATION' end,
      case when not u.rolsuper then (
        select 'it is a member of ' || string_agg(r.rolname, ', ' order by r.rolname) from pg_roles r
        where r.oid <> u.oid and pg_has_role(u.oid, r.oid, 'MEMBER')) end,
      case when exists (select from pg_class where relowner = u.oid and relpersistence <> 't')
        or exists (select from pg_proc where proowner = u.oid) then 'it owns tables or functions' end,
      case when exists (select from pg_namespace where nspowner = u.oid) then 'it owns a schema' end,
      case when not u.rolsuper and has_schema_privilege(u.oid, 'public', 'CREATE')
        then 'it may create functions beside the owner''s (as the owner run: REVOKE CREATE ON SCHEMA public FROM PUBLIC, ' || quote_ident(u.rolname) || ')' end
    ], null) as reasons
  from pg_roles u where u.rolname = any ($1::text[]) order by u.rolname`;

/** Why each of these roles is not bound by row level security; empty for a bound role. */
export async function listUnboundReasons(
  db: Pick<pg.ClientBase, 'query'>,
  roles: readonly string[],
): Promise<{ name: string; reasons: string[] }[]> {
  return (await db.query<{ name: string; reasons: string[] }>(REASONS, [roles])).rows;
}

/** A pool would bypass row level security. */
export class UnboundRoleError extends Error {
  override readonly name = 'UnboundRoleError';
}

/**
 * Throws UnboundRoleError unless the connection was authenticated as `role`. Its current role is not enough: SET ROLE
 * and RESET ROLE return to the role that signed in.
 */
export async function assertBoundTo(role: string, db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await db.query<{ session: string; current: string }>(
    'select session_user as session, current_user as current',
  );
  const { session, current } = rows[0]!;
  const unbound = (await listUnboundReasons(db, [session, current])).find(
    ({ reasons }) => reasons.length > 0,
  );
  if (unbound) {
    throw new UnboundRoleError(
      `The connection of ${role} signs in as '${unbound.name}', which row level security does not bind: ${unbound.reasons.join(', ')}.`,
    );
  }
  if (session !== role || current !== role) {
    throw new UnboundRoleError(`The connection of ${role} signs in as '${session}': use ${role} itself.`);
  }
}
