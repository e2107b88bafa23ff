import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { canUseApt, installCommand, installPackage, placesOnPath, updatePackages } from './apt.ts';

/** The proxy of deploy/Caddyfile, or the command that would bring it. */
export type Caddy = { path: string; mend?: undefined } | { path?: undefined; mend: string };

/** The one on PATH; nothing is installed. */
export function installedCaddy(): Caddy {
  const path = placesOnPath('caddy', 'caddy.exe').find((place) => existsSync(place) && runs(place));
  if (path) return { path };
  const mend = existsSync('/usr/bin/apt-get') ? installCommand('caddy') : 'https://caddyserver.com/download';
  return { mend };
}

/** The installed one, else (as root) Debian's is installed. `log` hears of that. */
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
