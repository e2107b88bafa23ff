import pg from 'pg';

/** Which images the rows of a shop name, compared with the files that are there. As the owner. */
export interface NamedImages {
  /** Those that no row names. All of them are remembered as there. */
  unnamedOf(addresses: readonly string[]): Promise<string[]>;
  /** The same, said right before the files go: waits for the orders that are being sent, as isImageNamed does. */
  stillUnnamedOf(addresses: readonly string[]): Promise<string[]>;
  /** What rows name and `unnamedOf` was not asked about. */
  listOthers(): Promise<string[]>;
  close(): Promise<void>;
}

/** Every column that holds the address of an image in the storage. picture_is_named() knows the same. */
const COLUMNS = [
  ['product_images', 'image_url'],
  ['order_items', 'product_image'],
  ['hero_slide_images', 'image_url'],
  ['categories', 'image_url'],
] as const;

const NAMED = COLUMNS.map(([table, column]) => `SELECT ${column} AS address FROM ${table}`).join(
  ' UNION ALL ',
);
/** Table by table, so that each portion goes through the indexes and not over every row. */
const UNNAMED = COLUMNS.map(
  ([table, column]) => `NOT EXISTS (SELECT FROM ${table} WHERE ${column} = asked.address)`,
).join(' AND ');

/** Opens a connection of its own, which keeps what it was asked about in a table that ends with it. */
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
      listed('SELECT address FROM unnest($1::text[]) AS address WHERE NOT picture_is_named(address)', [
        addresses,
      ]),
    listOthers: () =>
      listed(`SELECT DISTINCT address FROM (${NAMED}) named WHERE address LIKE '/uploads/%'
        EXCEPT SELECT address FROM files_there ORDER BY address`),
    close: () => client.end(),
  };
}
