import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

/**
 * Restores a backup into a database beside the shop's, compares every table and picture with what was written, and
 * drops it again. Throws BackupError. The owner needs the right to create databases.
 */
export async function drillBackup({
  databaseUrl,
  folder,
  key,
}: {
  databaseUrl: string;
  folder: string;
  key?: string;
}): Promise<Manifest> {
  const name = `aso_drill_${randomBytes(6).toString('hex')}`;
  const scratch = new URL(databaseUrl);
  scratch.pathname = `/${name}`;
  await run(databaseUrl, `create database ${name}`);
  try {
    const { manifest } = await restoreBackup({ databaseUrl: scratch.href, storage: null, folder, key });
    return manifest;
  } finally {
    await run(databaseUrl, `drop database if exists ${name} with (force)`);
  }
}

async function run(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'aso-house drill' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
