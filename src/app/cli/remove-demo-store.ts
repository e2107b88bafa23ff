import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from 'better-auth/crypto';
import { type Removed, removeDemonstration } from '#db/seed/remove-demonstration.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { pathOfAddress } from '#platform/storage/storage.ts';
import { uploadsDirOf } from '../server/uploads-dir.ts';
import type { Installed } from './demo-store.ts';

export interface NewOwner {
  email: string;
  name: string;
  password: string;
}

/**
 * Turns the demonstration into a live shop, with what people made or changed in it: its rows, then its images and the mailbox. `owner` becomes
 * the super_admin; null when there is one already. The files go last, so a stop half-way loses nothing real.
 */
export async function leaveDemonstration(
  { config, databaseUrl, dataDir }: Installed,
  owner: NewOwner | null,
): Promise<Removed> {
  const removed = await removeDemonstration(
    databaseUrl,
    owner && { email: owner.email, name: owner.name, passwordHash: await hashPassword(owner.password) },
  );
  const storage = await openStorage(config, uploadsDirOf(dataDir));
  for (const address of removed.images) {
    const path = pathOfAddress(address);
    if (path) await storage.delete(path);
  }
  // Copies in other widths are made again when somebody asks.
  await rm(join(dataDir, 'derived'), { recursive: true, force: true });
  await rm(join(dataDir, 'mailbox'), { recursive: true, force: true });
  return removed;
}
