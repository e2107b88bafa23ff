import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Whether packages of the system can be installed here without asking anybody. */
export const canUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Reads what packages there are. */
export const updatePackages = (): void => attempt('apt-get', ['update', '-qq']);

/** Installs one; whether it is there now is asked afterwards. */
export const installPackage = (name: string): void =>
  attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);

/** The command a person types for it. */
export const installCommand = (name: string): string =>
  `sudo apt-get install -y --no-install-recommends ${name}`;

/** Where programs of these names would lie on PATH, in its order. */
export const placesOnPath = (...names: string[]): string[] =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

/** Runs a command with its words on our terminal; that it failed shows in what is missing afterwards. */
export function attempt(command: string, args: string[]): void {
  try {
    execFileSync(command, args, {
      cwd: dirname(import.meta.dirname),
      // Asks nothing, and starts no service that comes with a package: it is there for the tests.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: 10 * 60_000,
    });
  } catch {
    // Its reason stands on the terminal.
  }
}
