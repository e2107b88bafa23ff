import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from './env-file.ts';

test('the settings, the data folder and the caches are below the folder of package.json', () => {
  expect(existsSync(join(PROJECT, 'package.json'))).toBe(true);
});
