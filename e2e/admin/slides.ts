import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { newWord } from './categories.ts';

export {
  busy,
  expect,
  expectAccessible,
  expectToast,
  holdRequests,
  newWord,
  open,
  operation,
  photo,
  test,
} from './categories.ts';

/** Adds hidden slides with one generated word after those of the demo store, in this order. */
export async function slidesOf(db: Client, ...kinds: string[]): Promise<{ id: string; title: string }[]> {
  const word = newWord();
  const made: { id: string; title: string }[] = [];
  for (const kind of kinds) {
    const { rows } = await db.query(
      `INSERT INTO hero_slides (id, title, description, button_text, button_link, title_animation,
         description_animation, display_order, is_active)
       VALUES (gen_random_uuid(), $1, $2, 'See it', '/products', 'animate-scale-up', 'animate-float', $3, false)
       RETURNING id, title`,
      [`${kind} ${word}`, DESCRIPTION, 50 + made.length * 5],
    );
    made.push(rows[0]);
  }
  return made;
}

export const DESCRIPTION =
  'Hand-woven aso-oke for the bride, the groom and all who dance behind them, cut and sewn in Lagos by people who know.';

export const slideRow = async (db: Client, title: string) =>
  (
    await db.query(
      `SELECT s.*, i.image_url FROM hero_slides s LEFT JOIN hero_slide_images i ON i.slide_id = s.id WHERE s.title = $1`,
      [title],
    )
  ).rows[0];

export const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** Titles with this word as shown, from top to bottom. */
export const titlesWith = (page: Page, word: string) =>
  page
    .getByRole('button', { name: new RegExp(`^Edit .*${word}$`) })
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label')!.slice('Edit '.length)),
    );

export const placesOf = async (db: Client, ids: string[]): Promise<[string, number][]> =>
  (
    await db.query(
      'SELECT title, display_order FROM hero_slides WHERE id = ANY ($1) ORDER BY display_order',
      [ids],
    )
  ).rows.map(({ title, display_order }) => [title, display_order]);
