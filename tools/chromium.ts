import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, canUseApt, installCommand, installPackage, placesOnPath, updatePackages } from './apt.ts';

/** A browser for the end-to-end tests, or the command that installs one. */
export type Chromium = { path: string; fix?: undefined } | { path?: undefined; fix: string };

const root = dirname(import.meta.dirname);
/** The same engine without windows: the tests take half the time (decision 0016). */
const WINDOWLESS = 'chromium-headless-shell';
const names = [WINDOWLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** CHROMIUM_PATH, else an installed browser; downloads nothing. */
export function installedChromium(): Chromium {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (runs(CHROMIUM_PATH)) return { path: CHROMIUM_PATH };
    return { fix: `unset CHROMIUM_PATH (${CHROMIUM_PATH} does not run), or set it to a Chromium` };
  }
  const path = [...placesOnPath(...names), ...elsewhere].find(
    (candidate) => existsSync(candidate) && runs(candidate),
  );
  return path ? { path } : { fix: fixCommand() };
}

/**
 * Returns the installed browser, else Playwright's download, else (as root) the system's package. Where Debian's is
 * installed and the user is root, installs its faster headless shell. `log` receives messages about installs.
 */
export async function findChromium(log: (text: string) => void): Promise<Chromium> {
  const installed = installedChromium();
  if (process.env.CHROMIUM_PATH || installed.path?.endsWith(WINDOWLESS)) return installed;
  if (installed.path) return fasterThan(installed.path, log);
  const downloaded = await playwrightChromium();
  if (runs(downloaded)) return { path: downloaded };
  log('No Chromium here; downloading Playwright’s …');
  attempt(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
  if (runs(downloaded)) return { path: downloaded };
  if (canUseApt()) {
    log('The download does not run here; installing Debian’s …');
    updatePackages();
    installPackage(WINDOWLESS);
    if (!installedChromium().path) installPackage('chromium');
  }
  return installedChromium();
}

function fasterThan(path: string, log: (text: string) => void): Chromium {
  if (path === '/usr/bin/chromium' && canUseApt()) {
    log('Installing Debian’s headless Chromium …');
    installPackage(WINDOWLESS);
    if (!installedChromium().path?.endsWith(WINDOWLESS)) updatePackages();
    if (!installedChromium().path?.endsWith(WINDOWLESS)) installPackage(WINDOWLESS);
  }
  return installedChromium();
}

async function playwrightChromium(): Promise<string> {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

/** Runs the browser once: a download may lack libraries, and Ubuntu's is only a hint to its store. */
function runs(path: string): boolean {
  if (!existsSync(path)) return false;
  // On Windows `--version` opens a window.
  if (process.platform === 'win32') return true;
  try {
    return /chrom/i.test(
      execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe', timeout: 20_000 }),
    );
  } catch {
    return false;
  }
}

function fixCommand(): string {
  if (process.platform !== 'linux') return 'npx playwright install chromium';
  return existsSync('/usr/bin/apt-get')
    ? installCommand('chromium')
    : 'npx playwright install --with-deps chromium';
}
