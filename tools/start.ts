import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvFile } from '#app/cli/env-file.ts';
import { writeLinesFromTheStart } from '#platform/process-log.ts';
import { ensureBuild } from './build.ts';
import { endWithNpm } from './end-with-npm.ts';
import { openInspector } from './open-inspector.ts';

// React and other packages choose their production build by this at load time; the shop's own code does not read it.
process.env.NODE_ENV = 'production';
endWithNpm();
openInspector();

try {
  readEnvFile();
  writeLinesFromTheStart(process.env);
  // Tests name the build that they began with.
  const { values } = parseArgs({ options: { build: { type: 'string' } } });
  const buildDir = values.build ?? (await ensureBuild(console.log));
  // Caches compiled code for the next start; the cache is in the build's folder and deleted with it.
  enableCompileCache(join(buildDir, 'compiled'));
  // In this process, after the build's process has ended: one Node serves, and signals reach it directly.
  const { main } = await import('#app/cli/start.ts');
  const { builtServer } = await import('#app/cli/built-server.ts');
  await main(builtServer(buildDir));
  // Now, because a killed process writes nothing.
  flushCompileCache();
} catch (error) {
  // Errors that a user can fix have their own class; only others need a stack.
  const known = error instanceof Error && !(error.constructor.name in globalThis);
  console.error(known ? error.message : error);
  process.exit(1);
}
