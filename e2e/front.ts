import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test as journey } from './journey.ts';

export { ACCOUNTS, expect, expectAccessible, hydrated, open, signIn } from './journey.ts';

export interface SlideInput {
  title: string;
  description?: string;
  buttonText?: string;
  buttonLink?: string;
  animation?: string;
  order?: number;
  active?: boolean;
}

export interface PromotionInput {
  name: string;
  tagLine?: string;
  description?: string;
  code: string;
}

/** Sets the content of the front page; restores the demo store's content after the test. */
export interface Front {
  /** Replaces all active slides. Waits until the shop shows them. */
  slides(inputs: SlideInput[]): Promise<void>;
  /** Replaces all promotions of today; the last one is the newest. Waits until the shop shows them. */
  promotions(inputs: PromotionInput[]): Promise<void>;
  /** Sets the number of featured products. Waits until the shop shows it. */
  featured(count: number): Promise<void>;
}

export const test = journey.extend<{ front: Front }>({
  front: async ({ db, request }, use) => {
    const undo: (() => Promise<unknown>)[] = [];
    // The shop caches the page and refreshes it within a second after a write from another process.
    const until = (looks: (html: string) => boolean) =>
      expect.poll(async () => looks(await (await request.get('/')).text())).toBe(true);
    await use({
      async slides(inputs) {
        const { rows } = await db.query(
          `UPDATE hero_slides SET is_active = false WHERE is_active RETURNING id, title`,
        );
        const made = inputs.map(() => randomUUID());
        undo.push(async () => {
          await db.query('DELETE FROM hero_slides WHERE id = ANY ($1)', [made]);
          await db.query('UPDATE hero_slides SET is_active = true WHERE id = ANY ($1)', [
            rows.map(({ id }) => id),
          ]);
          if (rows.length > 0) await until((html) => html.includes(rows[0].title));
        });
        for (const [place, input] of inputs.entries()) {
          await db.query(
            `INSERT INTO hero_slides (id, title, description, button_text, button_link, title_animation,
               description_animation, display_order, is_active)
             VALUES ($1, $2, $3, $4, $5, $6, 'animate-fade-in', $7, $8)`,
            [
              made[place],
              input.title,
              input.description ?? 'Cut and sewn.',
              input.buttonText ?? 'Look',
              input.buttonLink ?? '/products',
              input.animation ?? 'animate-fade-in',
              input.order ?? place,
              input.active ?? true,
            ],
          );
          await db.query(
            `INSERT INTO hero_slide_images (id, slide_id, image_url, width, height)
             SELECT gen_random_uuid(), $1, image_url, width, height
             FROM (SELECT DISTINCT image_url, width, height FROM hero_slide_images) AS images
             ORDER BY image_url LIMIT 1 OFFSET $2 % 3`,
            [made[place], place],
          );
        }
        const seen = inputs.filter(({ active }) => active !== false);
        await until(
          (html) =>
            seen.every(({ title }) => html.includes(title)) &&
            rows.every(({ title }) => !html.includes(title)),
        );
      },
      async promotions(inputs) {
        const { rows } = await db.query(
          `WITH old AS (SELECT id, code, start_date, end_date FROM promotions
             WHERE (now() AT TIME ZONE 'Africa/Lagos')::date BETWEEN start_date AND end_date)
           UPDATE promotions p SET start_date = '2000-01-01', end_date = '2000-01-01' FROM old
           WHERE p.id = old.id RETURNING p.id, p.code, old.start_date::text, old.end_date::text`,
        );
        const made = inputs.map(() => randomUUID());
        undo.push(async () => {
          await db.query('DELETE FROM promotions WHERE id = ANY ($1)', [made]);
          for (const { id, start_date, end_date } of rows) {
            await db.query('UPDATE promotions SET start_date = $2, end_date = $3 WHERE id = $1', [
              id,
              start_date,
              end_date,
            ]);
          }
          await until((html) => rows.some(({ code }) => html.includes(`promotion=${code}`)));
        });
        for (const [place, { name, tagLine = '', description = '', code }] of inputs.entries()) {
          await db.query(
            `INSERT INTO promotions (id, name, tag_line, description, code, start_date, end_date, promotion_type,
               promotion_value, created_at)
             SELECT $1, $2, $3, $4, $5, today, today, 'percentage', 10, now() + $6 * interval '1 second'
             FROM (SELECT (now() AT TIME ZONE 'Africa/Lagos')::date AS today) AS shop`,
            [made[place], name, tagLine, description, code, place],
          );
        }
        await until(
          (html) =>
            inputs.every(({ code }) => html.includes(code)) &&
            rows.every(({ code }) => !html.includes(`promotion=${code}`)),
        );
      },
      async featured(count) {
        const { rows } = await db.query(
          `UPDATE products SET featured = false WHERE featured RETURNING id, name`,
        );
        const { rows: chosen } = await db.query(
          `UPDATE products SET featured = true
           WHERE id IN (SELECT id FROM products WHERE id <> ALL ($2) ORDER BY id LIMIT $1) RETURNING id, name`,
          [count, rows.map(({ id }) => id)],
        );
        undo.push(async () => {
          await db.query(
            'UPDATE products SET featured = (id = ANY ($2)) WHERE id = ANY ($1) OR id = ANY ($2)',
            [chosen.map(({ id }) => id), rows.map(({ id }) => id)],
          );
          await until((html) => rows.some(({ id }) => html.includes(`/products/${id}`)));
        });
        await until(
          (html) =>
            chosen.every(({ id }) => html.includes(`/products/${id}`)) &&
            rows.every(({ id }) => !html.includes(`/products/${id}`)),
        );
      },
    });
    for (const back of undo.reverse()) await back();
  },
});

/** Marks the promotion popup as seen, so that it does not open. */
export async function withoutPopup(page: Page): Promise<void> {
  await page.addInitScript(() => sessionStorage.setItem('promotion-popup-seen', 'yes'));
}

/** Fixes the random draw of the promotion: from 0, the newest, to below 1. */
export async function fixDraw(page: Page, at: number): Promise<void> {
  await page.addInitScript((chance) => {
    Math.random = () => chance;
  }, at);
}

export const banner = (page: Page) => page.getByRole('complementary', { name: 'Promotion' });

/** Stops the page's clock once it runs; `page.clock.runFor` moves it. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1_000);
}
