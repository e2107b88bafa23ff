import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
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

test('a command in the image of Docker installs nothing', () => {
  const app = mkdtempSync(join(tmpdir(), 'aso-image-'));
  try {
    for (const file of ['package-lock.json', 'tools/bootstrap.mjs']) cpSync(file, join(app, file));
    for (const folder of ['node_modules', 'bin']) mkdirSync(join(app, folder));
    const [, mark = 'true'] = /^RUN (.*\.lock-hash)$/m.exec(dockerfile) ?? [];
    execFileSync('sh', ['-ec', mark], { cwd: app });
    writeFileSync(join(app, 'bin', 'npm'), '#!/bin/sh\necho "npm $*"\nexit 1\n', { mode: 0o755 });
    const env = { PATH: [join(app, 'bin'), process.env.PATH].join(delimiter) };
    expect(execFileSync(process.execPath, ['tools/bootstrap.mjs'], { cwd: app, env }).toString()).toBe('');
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
});

test('the systemd unit has no setting of the shop, which commands would not read', () => {
  const unit = readFileSync('deploy/systemd/aso-house.service', 'utf8');
  expect(unit.match(/^Environment.*$/gm)).toEqual(['Environment=NODE_ENV=production']);
});
