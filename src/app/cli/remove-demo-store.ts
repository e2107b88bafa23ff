import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from 'better-auth/crypto';
import { type Removed, removeDemonstration } from '#db/seed/remove-demonstration.ts';
import { DEMO_FACTS } from '#platform/shop-facts.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { storagePathOf } from '#platform/storage/storage.ts';
import { uploadsDirOf } from '../server/folders.ts';
import type { Installed } from './demo-store.ts';

export interface NewOwner {
  email: string;
  name: string;
  password: string;
}

/**
 * Turns the demo store into a live shop and keeps rows that users created or changed: removes demo rows, then images
 * and the mailbox. `owner` becomes the super_admin; null if there already is one. Files are removed last, so an
 * interruption loses no real data.
 */
export async function leaveDemonstration(
  { config, databaseUrl, dataDir }: Installed,
  owner: NewOwner | null,
): Promise<Removed> {
  const removed = await removeDemonstration(databaseUrl, {
    owner: owner && {
      email: owner.email,
      name: owner.name,
      passwordHash: await hashPassword(owner.password),
    },
    demoNumber: DEMO_FACTS.WHATSAPP_NUMBER,
  });
  const storage = await openStorage(config, uploadsDirOf(dataDir));
  for (const url of removed.images) {
    const path = storagePathOf(url);
    if (path) await storage.delete(path);
  }
  // Derived widths are generated again on request.
  await rm(join(dataDir, 'derived'), { recursive: true, force: true });
  await rm(join(dataDir, 'mailbox'), { recursive: true, force: true });
  return removed;
}
