import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ignoreLaterErrors, test as journey } from './journey.ts';

export { expect, expectAccessible, hydrated, open } from './journey.ts';

interface ProductInput {
  name?: string;
  description?: string;
  /** Naira. */
  price?: number;
  category?: string;
  promotion?: string;
  /** Number of images; the files are those of existing products. */
  images?: number;
  featured?: boolean;
  likes?: number;
  createdAt?: string;
}

interface MadeProduct {
  id: string;
  name: string;
  path: string;
}

interface MadePromotion {
  id: string;
  code: string;
}

/** Creates what a test needs in the shop's database; deletes it after the test. */
interface Seed {
  product(input?: ProductInput): Promise<MadeProduct>;
  /** Runs from `from` to `to`, in days from the shop's today; both inclusive. */
  promotion(input?: {
    percent?: number;
    naira?: number;
    from?: number;
    to?: number;
    name?: string;
  }): Promise<MadePromotion>;
  category(input?: {
    name?: string;
    parent?: string;
    active?: boolean;
  }): Promise<{ id: string; slug: string; name: string }>;
}

/** A word that no text of the demo store contains. */
export const newWord = () => `zq${randomUUID().replace(/-/g, '').slice(0, 10)}`;

export const test = journey.extend<{ seed: Seed; policyViolations: string[] }>({
  seed: async ({ db }, use) => {
    const made: Record<'products' | 'promotions' | 'categories', string[]> = {
      products: [],
      promotions: [],
      categories: [],
    };
    await use({
      async product(input = {}) {
        const id = randomUUID();
        const name = input.name ?? `Cloth ${newWord()}`;
        await db.query('BEGIN');
        await db.query(
          `INSERT INTO products (id, name, description, price, category_id, promotion_id, featured, likes, created_at)
           VALUES ($1, $2, $3, $4, (SELECT id FROM categories WHERE slug = $5),
                   (SELECT id FROM promotions WHERE code = $6), $7, $8, coalesce($9, now()))`,
          [
            id,
            name,
            input.description ?? 'Plain cotton.',
            input.price ?? 1000,
            input.category ?? null,
            input.promotion ?? null,
            input.featured ?? false,
            input.likes ?? 0,
            input.createdAt ?? null,
          ],
        );
        await db.query(
          `INSERT INTO product_images (id, product_id, image_url, is_primary, display_order, width, height, placeholder)
           SELECT gen_random_uuid(), $1, image_url, place = 1, place, width, height, placeholder
           FROM (SELECT *, row_number() OVER (ORDER BY image_url) AS place FROM product_images
                 WHERE is_primary ORDER BY image_url LIMIT $2) AS chosen`,
          [id, input.images ?? 1],
        );
        await db.query('COMMIT');
        made.products.push(id);
        return { id, name, path: `/products/${id}` };
      },
      async promotion({ percent, naira, from = -1, to = 1, name } = {}) {
        const id = randomUUID();
        const code = newWord().toUpperCase();
        await db.query(
          `INSERT INTO promotions (id, name, tag_line, code, start_date, end_date, promotion_type, promotion_value)
           SELECT $1, $2, 'For a test', $3, today + $4::int, today + $5::int, $6, $7
           FROM (SELECT (now() AT TIME ZONE 'Africa/Lagos')::date AS today) AS shop`,
          [
            id,
            name ?? `Sale ${code}`,
            code,
            from,
            to,
            naira ? 'fixed' : 'percentage',
            naira ?? percent ?? 25,
          ],
        );
        made.promotions.push(id);
        return { id, code };
      },
      async category({ name = `Rail ${newWord()}`, parent, active = true } = {}) {
        const id = randomUUID();
        const slug = name.toLowerCase().replace(/\W+/g, '-');
        await db.query(
          `INSERT INTO categories (id, name, slug, parent_id, is_active, display_order)
           VALUES ($1, $2, $3, (SELECT id FROM categories WHERE slug = $4), $5, 99)`,
          [id, name, slug, parent ?? null, active],
        );
        made.categories.push(id);
        return { id, slug, name };
      },
    });
    ignoreLaterErrors();
    await db.query('ROLLBACK');
    await db.query('DELETE FROM products WHERE id = ANY ($1)', [made.products]);
    await db.query('DELETE FROM promotions WHERE id = ANY ($1)', [made.promotions]);
    await db.query('DELETE FROM categories WHERE id = ANY ($1)', [made.categories]);
  },
  policyViolations: [
    async ({ context }, use) => {
      const violations: string[] = [];
      await context.exposeBinding('tellViolation', (_, text: string) => void violations.push(text));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          (window as never as { tellViolation(text: string): void }).tellViolation(
            `${event.violatedDirective}: ${event.blockedURI} ${event.sample}`,
          );
        });
      });
      await use(violations);
      if (violations.length > 0) throw new Error(`The page broke its own policy:\n${violations.join('\n')}`);
    },
    { auto: true },
  ],
});

/** The product names on a list's cards, in their order. */
export const cardNames = (page: Page): Promise<string[]> => page.locator('main article h3').allTextContents();

/** The cart in the browser's storage. */
export const storedCart = (
  page: Page,
): Promise<
  {
    product: { id: string; name: string; price: number };
    notes: string;
    promotion: { code: string; price: number } | null;
  }[]
> => page.evaluate(() => JSON.parse(localStorage.getItem('wishlist') ?? '[]'));

/** A cart entry in the format of the shop. */
export const entryOf = (
  product: { id: string; name: string },
  over: { price?: number; notes?: string; promotion?: { code: string; price: number } | null } = {},
) => ({
  product: {
    id: product.id,
    name: product.name,
    price: over.price ?? 1000,
    image: { url: '/uploads/placeholder.jpg', width: 1200, height: 1500 },
  },
  notes: over.notes ?? '',
  promotion: over.promotion ?? null,
  addedAt: '2026-01-01T10:00:00.000Z',
});

/** Writes a cart to the browser's storage before the first page; later pages keep their changes. */
export async function fillCart(page: Page, entries: unknown[]): Promise<void> {
  await page.addInitScript((text) => {
    if (localStorage.getItem('wishlist') === null) localStorage.setItem('wishlist', text);
  }, JSON.stringify(entries));
}

/** Matches the browser's requests for one operation of the API. */
export const operation = (path: string) => new RegExp(`/api/rpc/${path}(\\?|$)`);
