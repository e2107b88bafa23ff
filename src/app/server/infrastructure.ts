import { join } from 'node:path';
import { openDatabase } from '#db/client.ts';
import { keepPushKeys } from '#db/installation.ts';
import { listOrderOwners } from '#domains/orders/server/order-owner.repository.ts';
import { createChanges } from '#platform/changes/changes.ts';
import { clockIn } from '#platform/clock.ts';
import { createDiskReserve } from '#platform/disk/disk-reserve.ts';
import { openDoctorDatabase } from '#platform/doctor/database-checks.ts';
import { createImages } from '#platform/images/image-widths.ts';
import { createShareImages } from '#platform/images/share-images.ts';
import { createLimits } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log.ts';
import { makePushKeys } from '#platform/push/push-keys.ts';
import { createPushSender } from '#platform/push/send-push.ts';
import { createPresence } from '#platform/realtime/presence.ts';
import { createRealtime } from '#platform/realtime/realtime.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { statementSpan } from '#platform/tracing/statement-span.ts';
import { openTracing } from '#platform/tracing/tracing.ts';
import { uploadsDirOf } from './folders.ts';
import { createPageCache } from './http/page-cache.ts';
import type { Installation } from './installation.ts';
import { sendsPush } from './shop-router.ts';

/** How long metadata of an original in network storage is cached: decision 0029. */
const IMAGE_METADATA_MS = 60_000;
/** Tables whose changes can change images; '*' if changes may have been missed. */
const IMAGE_TABLES = new Set(['product_images', 'categories', 'hero_slides', 'hero_slide_images', '*']);

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>;

/** Connects to the database and opens everything that knows no business rules: storage, images, caches, events. */
export async function openInfrastructure(installation: Installation, log: Log) {
  const { config, dataDir, databaseUrl } = installation;
  const tracing = await openTracing(config, log);
  const database = await openDatabase(installation, {
    onError: (error) => log.error({ err: error }, 'database connection'),
    onStatement: tracing && statementSpan,
  });
  const clock = clockIn(config.TIME_ZONE);
  const changes = createChanges({ url: databaseUrl, log });
  await changes.ready;
  const storage = await openStorage(config, uploadsDirOf(dataDir), log);
  const disk = createDiskReserve({ dir: dataDir, reserve: config.DISK_RESERVE, log });
  // A full disk is logged even without uploads.
  void disk.state();
  const lookAtDisk = setInterval(() => void disk.state(), 60_000);
  lookAtDisk.unref();
  const images = createImages({
    storage,
    dir: join(dataDir, 'derived'),
    log,
    metadataMs: config.S3_BUCKET ? IMAGE_METADATA_MS : 0,
  });
  changes.subscribe(({ table }) => {
    if (IMAGE_TABLES.has(table)) images.forget();
  });
  const realtime = createRealtime({
    changes,
    log,
    ownersOf: (orderIds) => listOrderOwners(database.auth, orderIds),
  });
  const presence = createPresence({
    changes,
    onChange: () => realtime.receive({ table: 'presence', op: 'update' }),
  });
  const doctorDatabase = openDoctorDatabase(databaseUrl);
  const pushKeys = await keepPushKeys(databaseUrl, makePushKeys());
  const push = sendsPush(config)
    ? {
        publicKey: pushKeys.publicKey,
        sender: createPushSender({
          keys: pushKeys,
          subject: `mailto:${config.SHOP_EMAIL}`,
          allowedHosts: config.PRIVATE_HOSTS,
        }),
      }
    : undefined;
  return {
    tracing,
    database,
    clock,
    changes,
    cache: createPageCache({ clock, log, changes }),
    storage,
    disk,
    images,
    shareImages: createShareImages({ dir: join(dataDir, 'derived', 'share') }),
    realtime,
    presence,
    limits: createLimits(database.web),
    /** Notifications of browsers; undefined if they are off. */
    push,
    doctorDatabase,
    /** Stops what runs by itself; afterwards background work can still use the database until `disconnect`. */
    stop() {
      clearInterval(lookAtDisk);
      presence.close();
      images.close();
    },
    async disconnect() {
      await changes.close();
      await doctorDatabase.close();
      await database.close();
      await tracing?.close();
    },
  };
}
