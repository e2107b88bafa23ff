import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourceFiles } from '../source-files.ts';
import { makeNew, planNew } from './new.ts';

// Runs the generators in a copy of the project, and there the checks of `npm run verify` and the generated tests.

const PARTS = ['src', 'demo-store', 'tools', 'docs', 'bench', 'resilience', 'e2e'];
const FILES = ['package.json', 'tsconfig.json', 'biome.json', 'knip.json', '.oxlintrc.json', '.gitignore'];
const CONFIGS = ['vite.config.ts', 'vitest.config.ts', 'playwright.config.ts'];
let root = '';

const hasOperations = (domain: string) => existsSync(join(root, 'src', 'domains', domain, 'contract.ts'));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'aso-new-'));
  await chmod(root, 0o755);
  for (const part of [...PARTS, ...FILES, ...CONFIGS]) {
    await cp(part, join(root, part), { recursive: true });
  }
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  await makeNew(root, ['domain', 'gift-cards']);
  for (const domain of readdirSync(join(root, 'src', 'domains')).filter(hasOperations)) {
    planNew(root, ['operation', domain, 'archiveThing']).write();
  }
  tool('@biomejs/biome/bin/biome', 'check', '--write', 'src');
  await makeNew(root, ['operation', 'contact', 'archiveMessage']);
  await makeNew(root, ['screen', 'contact', 'message-archive']);
}, 180_000);
afterAll(() => rm(root, { recursive: true, force: true }));

function run(script: string, ...args: string[]): string {
  // A test server of its own, and not the workers of this run.
  const { TEST_DATABASE_SERVER: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    encoding: 'utf8',
    env,
  });
  return status === 0 ? '' : stdout + stderr;
}
const tool = (script: string, ...args: string[]) => run(join('node_modules', script), ...args);

test.each([
  ['types', () => tool('typescript/bin/tsc', '--noEmit')],
  ['lint', () => tool('@biomejs/biome/bin/biome', 'check', 'src', 'tools')],
  ['import cycles', () => tool('oxlint/bin/oxlint', 'src')],
  ['import rules', () => run('tools/boundaries.ts')],
  ['vocabulary', () => run('tools/vocabulary.ts')],
  ['dead code', () => tool('knip/bin/knip.js', '--no-progress')],
  [
    'tests of the screen and of access',
    () =>
      tool(
        ...(['vitest/vitest.mjs', 'run', '--project', 'unit'] as const),
        ...['src/domains/contact/ui/admin/message-archive-screen.test.tsx', 'src/app/server/access.test.ts'],
      ),
  ],
  [
    'database tests of the operations',
    () =>
      tool(
        ...(['vitest/vitest.mjs', 'run', '--project', 'db'] as const),
        ...['src/domains/gift-cards', 'src/domains/contact/server/archive-message.db.test.ts'],
      ),
  ],
])('what the generators make passes: %s', { timeout: 240_000 }, (_name, check) => {
  expect(check()).toBe('');
});

test('the permission document and the API’s tags name the new operations', async () => {
  const access = await readFile(join(root, 'docs', 'access.txt'), 'utf8');
  expect(access).toMatch(
    /^contact\.archiveMessage +admin +POST \/admin\/contact\/archive-message +archive message$/m,
  );
  expect(access).toMatch(/^giftCards\.checkGiftCards +admin /m);
  expect(await readFile(join(root, 'src/app/server/http/openapi.ts'), 'utf8')).toContain(
    "giftCards: 'Gift cards'",
  );
});

test.each([
  [['domain', 'contact'], 'The domain contact exists'],
  [['domain', 'gift-cards'], 'The domain gift-cards exists'],
  [['domain', 'GiftCards'], "'GiftCards' is not a name for a domain"],
  [['domain', 'order-utils'], 'does not describe its content'],
  [['domain', '../orders'], 'is not a name for a domain'],
  [['domain', 'letters'], 'write emails instead of letters'],
  [['operation', 'contact', 'archiveMessage'], 'contact has archiveMessage already'],
  [['operation', 'contact', 'archive-message'], 'is not a name for an operation'],
  [['operation', 'nowhere', 'archiveMessage'], 'nowhere is not a domain'],
  [['operation', 'agents', 'archiveMessage'], 'There is no src/domains/agents/contract.ts'],
  [['operation', 'wishlist', 'archiveMessage'], 'There is no src/domains/wishlist/contract.ts'],
  [['screen', 'contact', 'message-archive'], 'message-archive.tsx exists'],
  [['screen', 'contact', 'Message'], 'is not a name for a screen'],
  [['component', 'contact'], 'npm run new -- operation'],
  [[], 'npm run new -- operation'],
])('%j is refused, and nothing is written', async (words, sentence) => {
  const texts = () =>
    sourceFiles(root)
      .filter((path) => /^(src|tools|docs)\//.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'latin1')]);
  const before = texts();
  await expect(makeNew(root, words)).rejects.toThrow(sentence);
  expect(texts()).toEqual(before);
});
