import { DEFAULT_CURRENCY, DEFAULT_DATA_PRICE } from '#brand/locale.ts';
import { findNewest } from '#domains/backups/server/backup.repository.ts';
import type { BackupsDeps } from '#domains/backups/server/backup.service.ts';
import type { SetupTask } from '#domains/content/setup-task.ts';
import { shopContract } from '#domains/content/shop.contract.ts';
import type { Config } from '#platform/config.ts';
import type { DiskReserve } from '#platform/disk/disk-reserve.ts';
import { gated } from '#platform/rpc/gate.ts';
import { moneyExampleOf } from '#shared/money.ts';
import type { ShopInfo } from '#shared/shop.ts';

/** Notifications are shown by the service worker. */
export const sendsPush = (config: Pick<Config, 'WEB_PUSH' | 'SERVICE_WORKER'>): boolean =>
  config.WEB_PUSH === 'on' && config.SERVICE_WORKER === 'on';

/** The shop's facts shown on pages, from the configuration. */
export function shopInfoOf(config: Config): ShopInfo {
  const social: [string, string | undefined][] = [
    ['Instagram', config.SOCIAL_INSTAGRAM],
    ['Facebook', config.SOCIAL_FACEBOOK],
    ['X', config.SOCIAL_X],
    ['TikTok', config.SOCIAL_TIKTOK],
  ];
  return {
    name: config.SHOP_NAME,
    tagline: config.SHOP_TAGLINE,
    email: config.SHOP_EMAIL,
    phone: config.SHOP_PHONE,
    address: config.SHOP_ADDRESS,
    city: config.SHOP_CITY,
    hours: config.SHOP_HOURS,
    whatsapp: config.WHATSAPP_NUMBER,
    currency: config.CURRENCY,
    moneyExample: moneyExampleOf(config.CURRENCY),
    timeZone: config.TIME_ZONE,
    location: config.STORE_LOCATION,
    dataPrice: config.DATA_PRICE ?? (config.CURRENCY === DEFAULT_CURRENCY ? DEFAULT_DATA_PRICE : 0),
    tilesUrl: config.MAP_TILES_URL,
    tilesAttribution: config.MAP_ATTRIBUTION,
    social: social.flatMap(([name, url]) => (url ? [{ name, url }] : [])),
    publicUrl: config.PUBLIC_URL,
    signIn: {
      phone: config.SMS_URL !== undefined || config.SHOP_MODE === 'demo',
      providers: config.OIDC_PROVIDERS.map(({ id, name }) => ({ id, name })),
      captcha:
        config.CAPTCHA === 'off' ? null : { kind: config.CAPTCHA, siteKey: config.CAPTCHA_SITE_KEY ?? '' },
    },
    demo: config.SHOP_MODE === 'demo',
    serviceWorker: config.SERVICE_WORKER === 'on',
    webPush: sendsPush(config),
  };
}

/** The shop's facts for orders and their emails. */
export function orderShopOf(config: Config) {
  return {
    name: config.SHOP_NAME,
    publicUrl: config.PUBLIC_URL,
    whatsapp: config.WHATSAPP_NUMBER,
    currency: config.CURRENCY,
    ordersEmail: config.MAIL_ORDERS_TO ?? /<([^>]+)>/.exec(config.MAIL_FROM)?.[1] ?? config.MAIL_FROM,
  };
}

interface ShopDeps {
  shop: ShopInfo;
  disk: DiskReserve;
  database: BackupsDeps['database'];
  /** The open setup tasks, given the time of the last backup. */
  setupTasks(lastBackupAt: Date | null): Promise<SetupTask[]>;
}

export function shopRouter(deps: ShopDeps) {
  const os = gated(shopContract);
  return {
    info: os.info.handler(() => deps.shop),
    disk: os.disk.handler(() => deps.disk.state()),
    listSetupTasks: os.listSetupTasks.handler(async ({ context }) => {
      const last = await deps.database.asCaller(context.user, findNewest);
      return deps.setupTasks(last?.madeAt ?? null);
    }),
  };
}
