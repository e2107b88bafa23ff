import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from 'better-auth/crypto';
import type { Row } from '#db/seed/insert-rows.ts';
import { seedEmptyDatabase } from '#db/seed/seed-empty-database.ts';
import { demoCategories } from '#demo-store/categories.ts';
import { demoUsers } from '#demo-store/people.ts';
import { demoProducts } from '#demo-store/products.ts';
import { demoPromotions } from '#demo-store/promotions.ts';
import { demoSlides } from '#demo-store/slides.ts';
import { type Config, type Settings, withEveryFact } from '#platform/config.ts';
import { storedSecret } from '#platform/secret.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { dayIn } from '#shared/dates.ts';
import { uploadsDirOf } from '../server/folders.ts';
import { storeDemoImages } from './demo-store-images.ts';
import { orderRows } from './demo-store-orders.ts';
import * as rowsOf from './demo-store-rows.ts';

/** The password of every account of the demo store; the start prints it. */
const DEMO_PASSWORD = 'demo-password';
const PLACEHOLDER = 'placeholder.jpg';

export interface Installed {
  config: Settings;
  dataDir: string;
  /** Connection URL of the owner. */
  databaseUrl: string;
}

/** Seeds what every shop needs at its first start, and in demo mode the demo store if the database is empty. */
export async function seedShop(
  { config, dataDir, databaseUrl }: Installed,
  log: (text: string) => void,
): Promise<void> {
  const storage = await openStorage(config, uploadsDirOf(dataDir));
  if (!(await storage.stat(PLACEHOLDER))) {
    const bytes = await readFile(join(import.meta.dirname, PLACEHOLDER));
    await storage.put(PLACEHOLDER, bytes, { contentType: 'image/jpeg' });
  }
  if (config.SHOP_MODE !== 'demo') return;
  const started = performance.now();
  if (
    await seedEmptyDatabase(databaseUrl, async () => {
      const secret = config.AUTH_SECRET ?? (await storedSecret(dataDir));
      return demoRows(withEveryFact(config), storage, { secret, now: new Date() });
    })
  ) {
    log(`The demo store is seeded (${((performance.now() - started) / 1000).toFixed(1)} s).`);
  }
}

/** Stores the images and returns every row, by table, in the order of their references. */
async function demoRows(
  config: Config,
  storage: Storage,
  { secret, now }: { secret: string; now: Date },
): Promise<[string, Row[]][]> {
  const products = rowsOf.idsFor(demoProducts);
  const categories = rowsOf.idsFor(demoCategories);
  const promotions = rowsOf.idsFor(demoPromotions);
  const users = rowsOf.idsFor(demoUsers);
  const slides = rowsOf.idsFor(demoSlides);
  const [images, password] = await Promise.all([
    storeDemoImages(storage, { products, categories, slides }, now),
    hashPassword(DEMO_PASSWORD),
  ]);
  const orders = orderRows(config, { now, secret, users, products, images });
  return [
    ['profiles', rowsOf.profileRows(users, now)],
    ['accounts', rowsOf.accountRows(users, password)],
    ['promotions', rowsOf.promotionRows(promotions, dayIn(config.TIME_ZONE, now), now)],
    ['categories', rowsOf.categoryRows(categories, images)],
    ['products', rowsOf.productRows(products, categories, promotions, now)],
    ['product_images', rowsOf.imageRows(products, images)],
    ['hero_slides', rowsOf.slideRows(slides)],
    ['hero_slide_images', rowsOf.slideImageRows(slides, images)],
    ['orders', orders.orders],
    ['order_items', orders.items],
    ['order_events', orders.events],
    ['contact_submissions', rowsOf.messageRows(now)],
  ];
}
