import {
  type AnyPgColumn,
  boolean,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, image, instant, money, switched } from './columns.ts';

export const categories = pgTable('categories', {
  id: id(),
  name: text().notNull(),
  slug: text().notNull(),
  description: text().notNull().default(''),
  parentId: uuid().references((): AnyPgColumn => categories.id),
  isActive: boolean().notNull().default(true),
  ...switched,
  displayOrder: integer().notNull().default(0),
  imageUrl: text(),
  imageWidth: integer(),
  imageHeight: integer(),
  imagePlaceholder: text(),
  isDemo: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  updatedBy: uuid(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

/** Old slugs of renamed categories. Written only by a trigger. */
export const categorySlugs = pgTable('category_slugs', {
  slug: text().primaryKey(),
  categoryId: uuid().notNull(),
});

export const products = pgTable('products', {
  id: id(),
  name: text().notNull(),
  description: text().notNull(),
  price: money().notNull(),
  categoryId: uuid(),
  featured: boolean().notNull().default(false),
  status: text({ enum: ['draft', 'published'] })
    .notNull()
    .default('published'),
  soldOut: boolean().notNull().default(false),
  ...switched,
  promotionId: uuid(),
  /** The product's own code: a SKU, or its handle in the shop that it was imported from. */
  sku: text(),
  likes: integer().notNull().default(0),
  isDemo: boolean().notNull().default(false),
  version: integer().notNull().default(1),
  updatedBy: uuid(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
  /** Generated: fold(name), collation "C". */
  nameKey: text().generatedAlwaysAs(''),
  /** Generated: fold(name) and fold(description), with a trigram index. */
  search: text().generatedAlwaysAs(''),
});

export const productImages = pgTable('product_images', {
  id: id(),
  productId: uuid().notNull(),
  ...image,
  isPrimary: boolean().notNull().default(false),
  displayOrder: integer().notNull().default(0),
  createdAt: instant().notNull().defaultNow(),
});

export const productLikes = pgTable('product_likes', {
  productId: uuid().notNull(),
  browserId: uuid().notNull(),
  createdAt: instant().notNull().defaultNow(),
  counted: boolean().notNull().default(false),
});

/** Each import of a spreadsheet, once per key. */
export const productImports = pgTable('product_imports', {
  id: id(),
  userId: uuid().notNull(),
  idempotencyKey: uuid().notNull(),
  bodyHash: text().notNull(),
  /** Of all rows, also those that changed a product. */
  productCount: integer().notNull(),
  changedCount: integer().notNull().default(0),
  categoryCount: integer().notNull().default(0),
  changeSetId: uuid(),
  createdAt: instant().notNull().defaultNow(),
});

/** In how many names and descriptions of published products a folded word is: the sum of its rows. */
export const searchWords = pgTable('search_words', {
  word: text().notNull(),
  names: integer().notNull(),
  descriptions: integer().notNull(),
  /** The sum of earlier rows. */
  folded: boolean().notNull().default(false),
});

/** Words and phrases that mean the same. */
export const synonyms = pgTable('synonyms', {
  id: id(),
  words: text().array().notNull(),
  createdAt: instant().notNull().defaultNow(),
  version: integer().notNull().default(1),
  updatedBy: uuid(),
  updatedAt: instant().notNull().defaultNow(),
});

/** How often a query was searched on a day. */
export const searches = pgTable(
  'searches',
  {
    day: date({ mode: 'string' }).notNull(),
    query: text().notNull(),
    times: integer().notNull(),
    found: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.query] })],
);
