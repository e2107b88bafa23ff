import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';

test('a PORT that is none is a finding among the others', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'doctor.ts')], {
    env: { ...TEST_ENVIRONMENT, PORT: '99999' },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^PROBLEM +Port +PORT is 99999\n +→ PORT=3000 npm start$/m);
  expect(stdout).toMatch(/^ok +Node 24 /m);
});
