import { ensureBuild } from './build.ts';
import { endWithNpm } from './end-with-npm.ts';

// React and others choose their fast half by this at load time; nothing of ours reads it.
process.env.NODE_ENV = 'production';
endWithNpm();

try {
  const buildDir = await ensureBuild(console.log);
  // In this process, after the build's own has ended: one Node serves, and signals reach it directly.
  const { main } = await import('#app/main.ts');
  await main({ buildDir });
} catch (error) {
  // Reasons that a person can mend are errors with a name of ours; only a fault needs its stack.
  const known = error instanceof Error && !(error.constructor.name in globalThis);
  console.error(known ? error.message : error);
  process.exit(1);
}
