import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Lock, missingEntries } from './complete-lock.ts';

test('the lock file names the optional packages of all platforms, as npm ci requires', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  expect(Object.keys(missingEntries(lock)), 'run node tools/complete-lock.ts').toEqual([]);
});

test('a missing package is added with the platform that its name says', () => {
  const optionalDependencies = {
    '@x/cli-linux-arm64-musl': '1.0.0',
    '@x/cli-win32-x64': '1.0.0',
    found: '2.0.0',
  };
  const packages = { 'node_modules/x': { dev: true, optionalDependencies }, 'node_modules/found': {} };
  expect(missingEntries({ packages })).toEqual({
    'node_modules/@x/cli-linux-arm64-musl': {
      version: '1.0.0',
      cpu: ['arm64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
    'node_modules/@x/cli-win32-x64': {
      version: '1.0.0',
      cpu: ['x64'],
      dev: true,
      optional: true,
      os: ['win32'],
    },
  });
});
