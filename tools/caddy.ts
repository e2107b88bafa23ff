import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { canUseApt, installCommand, installPackage, placesOnPath, updatePackages } from './apt.ts';

/** The proxy for deploy/Caddyfile, or the command that installs it. */
export type Caddy = { path: string; fix?: undefined } | { path?: undefined; fix: string };

/** Looks on PATH; installs nothing. */
export function installedCaddy(): Caddy {
  const path = placesOnPath('caddy', 'caddy.exe').find((place) => existsSync(place) && runs(place));
  if (path) return { path };
  const fix = existsSync('/usr/bin/apt-get') ? installCommand('caddy') : 'https://caddyserver.com/download';
  return { fix };
}

/** Returns the installed Caddy, else (as root) installs Debian's. `log` receives messages about that. */
export function findCaddy(log: (text: string) => void): Caddy {
  if (!installedCaddy().path && canUseApt()) {
    log('No Caddy here; installing Debian’s …');
    installPackage('caddy');
    if (!installedCaddy().path) {
      updatePackages();
      installPackage('caddy');
    }
  }
  return installedCaddy();
}

function runs(path: string): boolean {
  try {
    execFileSync(path, ['version'], { stdio: 'pipe', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
