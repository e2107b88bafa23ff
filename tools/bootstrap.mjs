// Runs before every command, on any installed Node (20 and newer): installs missing dependencies.
// Plain JavaScript without dependencies, because nothing else may be installed yet.
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
    // Another process may have installed while this one waited.
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
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === lockHash()) return true;
  if (!isAsLocked()) return false;
  try {
    writeFileSync(stamp, `${lockHash()}\n`);
  } catch {
    // Another account has installed it; the next command compares again.
  }
  return true;
}

/** Which C library this machine has is not known here. */
function isForThisMachine({ os = [process.platform], cpu = [process.arch], libc }) {
  return os.includes(process.platform) && cpu.includes(process.arch) && libc === undefined;
}

/** Whether npm has installed what the lock file says, such as by `npm ci`; it notes that in node_modules. */
function isAsLocked() {
  try {
    const packagesOf = (...path) => JSON.parse(readFileSync(join(...path), 'utf8')).packages;
    const installed = packagesOf(modules, '.package-lock.json');
    return Object.entries(packagesOf(root, 'package-lock.json')).every(
      ([path, wanted]) =>
        path === '' || !isForThisMachine(wanted) || installed[path]?.version === wanted.version,
    );
  } catch {
    return false;
  }
}

function install() {
  console.log('Installing what the shop needs (this takes a minute the first time) …');
  const started = Date.now();
  // A partial install must not look complete.
  rmSync(stamp, { force: true });
  rmSync(join(modules, '.package-lock.json'), { force: true });
  const result = spawnSync(
    'npm',
    [
      'install',
      // Also where NODE_ENV=production or npm's settings would omit what the build needs.
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
      'The install failed; see the output of npm above. Check the connection to the internet and the free disk space, then start again.',
    );
  }
  writeFileSync(stamp, `${lockHash()}\n`);
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Locks by creating a folder, which is atomic: one process installs; the others wait until the folder is removed. */
function takeLock() {
  mkdirSync(modules, { recursive: true });
  for (let isReported = false; ; ) {
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
    if (!isReported) console.log('Another command is installing; waiting for it …');
    isReported = true;
    pause(300);
  }
}

/** Removes a stale lock under a second lock and after rechecking: otherwise a second process could remove a new lock. */
function removeAbandoned() {
  const breakLock = `${lock}.breaking`;
  try {
    mkdirSync(breakLock);
  } catch {
    pause(300);
    if (existsSync(breakLock) && Date.now() - statSync(breakLock).mtimeMs > 5000)
      rmSync(breakLock, { recursive: true });
    return;
  }
  if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
  rmSync(breakLock, { recursive: true });
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Whether the owner of the lock has exited. The owner writes its process id a moment after creating the folder. */
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

/** The `node` that the next command runs: npm prepends node_modules/.bin to PATH. */
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
