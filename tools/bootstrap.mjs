// Runs before every command, on whatever Node the machine has (18 and newer): installs what is missing.
// Plain JavaScript without dependencies, because nothing else may be there yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.lock-hash');
const lock = join(modules, '.installing');
const wantedNode = 24;

if (!isInstalled()) {
  takeLock();
  try {
    // Somebody else may have installed while we waited.
    if (!isInstalled()) install();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
checkNode();

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === lockHash();
}

function install() {
  console.log('Installing what the shop needs (this takes a minute the first time) …');
  const started = Date.now();
  // A half-done install must not look finished.
  rmSync(stamp, { force: true });
  const result = spawnSync(
    'npm',
    [
      'install',
      // Also where NODE_ENV=production or npm's settings would leave out what the build needs.
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (result.status !== 0) {
    end(
      'The install failed; npm says why above. Check the connection to the internet and the free disk space, then start again.',
    );
  }
  writeFileSync(stamp, `${lockHash()}\n`);
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** A folder can be made only once, so whoever makes it installs; the others wait for it to go. */
function takeLock() {
  mkdirSync(modules, { recursive: true });
  for (let told = false; ; ) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), `${process.pid}`);
      process.on('exit', () => rmSync(lock, { recursive: true, force: true }));
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) {
      removeAbandoned();
      continue;
    }
    if (!told) console.log('Another command is installing; waiting for it …');
    told = true;
    pause(300);
  }
}

/** One at a time and after looking again: else the second to notice would remove the first one's new lock. */
function removeAbandoned() {
  const breaking = `${lock}.breaking`;
  try {
    mkdirSync(breaking);
  } catch {
    pause(300);
    if (existsSync(breaking) && Date.now() - statSync(breaking).mtimeMs > 5000)
      rmSync(breaking, { recursive: true });
    return;
  }
  if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
  rmSync(breaking, { recursive: true });
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Whether the one who took the lock is no more. It writes its number a moment after making the folder. */
function isAbandoned() {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    if (pid) process.kill(pid, 0);
    else return Date.now() - statSync(lock).mtimeMs > 5000;
    return false;
  } catch (error) {
    if (error.code === 'ESRCH') return true;
    if (error.code !== 'ENOENT') return false;
    return existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 5000;
  }
}

/** The `node` that the command after us will run: npm puts node_modules/.bin in front of the PATH. */
function checkNode() {
  const path = [join(modules, '.bin'), process.env.PATH].join(delimiter);
  const result = spawnSync('node', ['--version'], {
    env: { ...process.env, PATH: path },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const version = (result.stdout || '').trim();
  if (Number.parseInt(version.slice(1), 10) >= wantedNode) return;
  end(
    `The shop needs Node ${wantedNode} or newer, but the one here is ${version || 'missing'} (${process.platform} ${process.arch}). Install Node ${wantedNode} from https://nodejs.org and start again.`,
  );
}

function end(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}
