import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#platform/postgres/free-port.ts';
import type { Stage } from './stage.ts';
import { type Row, row } from './table.ts';

/**
 * Measures `npm start` until it prints the URL: with an empty data folder, which it seeds, and again. `buildSeconds` is 0
 * if there was a build already.
 */
export async function start(stage: Stage, buildSeconds: number): Promise<Row[]> {
  const first = (await startOnce(stage.dataDir)) + buildSeconds;
  const again = await startOnce(stage.dataDir);
  return [
    row(
      'npm start, first time after the install',
      `${first.toFixed(1)} s, ${buildSeconds ? `including a build of ${buildSeconds.toFixed(1)} s` : 'without a build: there was one'}`,
      '≤ 60 s',
      first <= 60,
    ),
    row('npm start, later', `${again.toFixed(1)} s`, '≤ 3 s', again <= 3),
  ];
}

/** Seconds until the URL is printed. Stops the shop again. */
async function startOnce(dataDir: string): Promise<number> {
  const port = String(await freePort());
  const started = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: new URL('..', import.meta.url),
    env: {
      ...process.env,
      PORT: port,
      DATA_DIR: dataDir,
      SHOP_MODE: 'demo',
      ENV_FILE: '',
      DATABASE_URL: '',
      PUBLIC_URL: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const ended = once(npm, 'exit');
  let output = '';
  const opened = new Promise<number>((resolve) => {
    const collect = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(' is open: ')) resolve((performance.now() - started) / 1000);
    };
    npm.stdout.on('data', collect);
    npm.stderr.on('data', collect);
  });
  const seconds = await Promise.race([
    opened,
    ended.then(([code]) => Promise.reject(new Error(`npm start exited with ${code}:\n${output}`))),
  ]);
  npm.kill('SIGTERM');
  await ended;
  return seconds;
}
