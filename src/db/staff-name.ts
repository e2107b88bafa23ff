import { sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** The name of the staff member whose id a column has; null if it has none, or the caller is not staff. */
export const staffName = (column: AnyPgColumn) => sql<string | null>`staff_name(${column})`;
