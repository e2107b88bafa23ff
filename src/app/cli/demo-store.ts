import { hashPassword } from 'better-auth/crypto';
import { ensurePlaceholder } from '#db/seed/demonstration-images.ts';
import { type DemonstrationDeps, fillDemonstration } from '#db/seed/fill-demonstration.ts';
import { whatsappLink } from '#domains/orders/whatsapp.ts';
import { priceOf } from '#domains/promotions/price.ts';
import { type Config, type Settings, withEveryFact } from '#platform/config.ts';
import { inspectImage } from '#platform/images/inspect-image.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { dayIn } from '#shared/dates.ts';
import { uploadsDirOf } from '../server/uploads-dir.ts';
import { cachedDrawing } from './cached-drawings.ts';

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
  await ensurePlaceholder({
    rasterise: cachedDrawing,
    has: async (path) => (await storage.stat(path)) !== null,
    put: (path, bytes, contentType) => storage.put(path, bytes, { contentType }),
  });
  if (config.SHOP_MODE !== 'demo') return;
  await fillDemonstration({ databaseUrl, log, deps: demonstrationDeps(withEveryFact(config), storage) });
}

function demonstrationDeps(config: Config, storage: Storage): DemonstrationDeps {
  return {
    rasterise: cachedDrawing,
    put: (path, bytes, contentType) => storage.put(path, bytes, { contentType }),
    inspect: inspectImage,
    urlOf: (path) => storage.uploadUrl(path),
    hashPassword,
    priceOf,
    whatsappLinkOf: whatsappLinkIn(config),
    dayOf: (instant) => dayIn(config.TIME_ZONE, instant),
  };
}

/** Builds the WhatsApp link from an order to the seller. */
export const whatsappLinkIn =
  (config: Config) =>
  (order: Parameters<typeof whatsappLink>[0]): string =>
    whatsappLink(order, {
      name: config.SHOP_NAME,
      publicUrl: config.PUBLIC_URL,
      whatsapp: config.WHATSAPP_NUMBER,
      currency: config.CURRENCY,
    });
