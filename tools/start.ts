import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { readEnvFile } from '#app/cli/env-file.ts';
import { writeLinesFromTheStart } from '#platform/process-log.ts';
import { ensureBuild } from './build.ts';
import { endWithNpm } from './end-with-npm.ts';

// React and others choose their fast half by this at load time; nothing of ours reads it.
process.env.NODE_ENV = 'production';
endWithNpm();

try {
  readEnvFile();
  writeLinesFromTheStart(process.env);
  const buildDir = await ensureBuild(console.log);
  // What was compiled once is read the next time; it lies with its build and goes with it.
  enableCompileCache(join(buildDir, 'compiled'));
  // In this process, after the build's own has ended: one Node serves, and signals reach it directly.
  const { main } = await import('#app/cli/start.ts');
  await main({ buildDir });
  // Now, since who is killed writes nothing.
  flushCompileCache();
} catch (error) {
  // Reasons that a person can mend are errors with a name of ours; only a fault needs its stack.
  const known = error instanceof Error && !(error.constructor.name in globalThis);
  console.error(known ? error.message : error);
  process.exit(1);
}
