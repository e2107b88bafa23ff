import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, { env_file?: unknown; environment?: Record<string, string>; volumes?: string[] }>;
  volumes: Record<string, unknown>;
};

test('the containers of Compose take all settings, and keep their data and backups on volumes', () => {
  for (const name of ['shop-1', 'shop-2']) {
    const { env_file, environment = {}, volumes = [] } = compose.services[name]!;
    expect(env_file).toEqual([{ path: 'shop.env', required: false }]);
    const mounts = new Map(volumes.map((mount) => mount.split(':').toReversed() as [string, string]));
    // DATA_DIR of the image.
    for (const folder of ['/data', environment.BACKUP_DIR!]) {
      expect(Object.keys(compose.volumes)).toContain(mounts.get(folder));
    }
  }
});
