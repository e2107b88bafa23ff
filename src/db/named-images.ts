import pg from 'pg';

/** Compares the images used by rows with the existing files. As the owner. */
export interface NamedImages {
  /** Those that no row uses. All of them are recorded as existing. */
  unnamedOf(addresses: readonly string[]): Promise<string[]>;
  /** The same right before the files are deleted: waits for orders being submitted, as isImageNamed does. */
  stillUnnamedOf(addresses: readonly string[]): Promise<string[]>;
  /** Images used by rows that were not passed to `unnamedOf`. */
  listOthers(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Every column with the URL of a stored image. image_is_named() has the same list, and keeps what rows showed in the
 * last 30 days.
 */
const COLUMNS = [
  ['product_images', 'image_url'],
  ['order_items', 'product_image'],
  ['hero_slide_images', 'image_url'],
  ['categories', 'image_url'],
] as const;

const NAMED = COLUMNS.map(([table, column]) => `SELECT ${column} AS address FROM ${table}`).join(
  ' UNION ALL ',
);
/** Table by table, so that each batch uses the indexes instead of scanning every row. */
const UNNAMED = COLUMNS.map(
  ([table, column]) => `NOT EXISTS (SELECT FROM ${table} WHERE ${column} = asked.address)`,
)
  .join(' AND ')
  .concat(` AND NOT EXISTS (SELECT FROM changes WHERE coalesce(before ->> 'image_url', before ->> 'product_image') = asked.address
    AND at > now() - interval '30 days')`);

/** Opens a separate connection with a temporary table of the known files. */
export async function openNamedImages(databaseUrl: string): Promise<NamedImages> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'aso-house storage' });
  await client.connect();
  const listed = async (sql: string, values: unknown[] = []) =>
    (await client.query<{ address: string }>(sql, values)).rows.map(({ address }) => address);
  await client.query('CREATE TEMPORARY TABLE files_there (address text NOT NULL)');
  return {
    async unnamedOf(addresses) {
      await client.query('INSERT INTO files_there SELECT unnest($1::text[])', [addresses]);
      return listed(`SELECT address FROM unnest($1::text[]) AS asked (address) WHERE ${UNNAMED}`, [
        addresses,
      ]);
    },
    stillUnnamedOf: (addresses) =>
      listed('SELECT address FROM unnest($1::text[]) AS address WHERE NOT image_is_named(address)', [
        addresses,
      ]),
    listOthers: () =>
      listed(`SELECT DISTINCT address FROM (${NAMED}) named WHERE address LIKE '/uploads/%'
        EXCEPT SELECT address FROM files_there ORDER BY address`),
    close: () => client.end(),
  };
}
