import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { flag, selectRow } from '#db/rows.ts';
import { profiles } from '#db/schema/accounts.ts';
import type { ProfileChange } from '../contract.ts';

const columns = {
  id: profiles.id,
  email: profiles.email,
  firstName: profiles.firstName,
  lastName: profiles.lastName,
  phone: profiles.phone,
  phoneVerified: profiles.phoneVerified,
  role: profiles.role,
  createdAt: profiles.createdAt,
};

export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

export async function findProfile(db: Queryable, userId: string) {
  const [row] = await db.select(columns).from(profiles).where(eq(profiles.id, userId));
  return row ?? null;
}

/** The new row, or null when there is no such profile that the caller may change. */
export async function updateProfile(db: Queryable, userId: string, input: ProfileChange) {
  const { firstName, lastName, phone } = input;
  const name = sql`btrim(${firstName ?? profiles.firstName} || ' ' || ${lastName ?? profiles.lastName})`;
  const [row] = await db
    .update(profiles)
    .set({ firstName, lastName, phone, name, updatedAt: new Date() })
    .where(eq(profiles.id, userId))
    .returning(columns);
  return row ?? null;
}

/** Calls the database functions that also decide about rows. */
export async function findRights(db: Queryable, userId: string) {
  const rights = await selectRow(
    db,
    { admin: flag, superAdmin: flag },
    sql`select is_admin_or_super_admin(${userId}) as admin, is_super_admin(${userId}) as "superAdmin"`,
  );
  return rights!;
}
