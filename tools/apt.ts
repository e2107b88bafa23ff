import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Whether system packages can be installed here without a prompt. */
export const canUseApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Updates the package lists. */
export const updatePackages = (): void => attempt('apt-get', ['update', '-qq']);

/** Tries to install a package; the caller checks afterwards whether it is installed. */
export const installPackage = (name: string): void =>
  attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);

/** The install command for the user to run. */
export const installCommand = (name: string): string =>
  `sudo apt-get install -y --no-install-recommends ${name}`;

/** Paths of programs with these names on PATH, in its order. */
export const placesOnPath = (...names: string[]): string[] =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

/** Runs a command with inherited output; failures are ignored, and the caller checks the result. */
export function attempt(command: string, args: string[]): void {
  try {
    execFileSync(command, args, {
      cwd: dirname(import.meta.dirname),
      // Does not prompt, and starts no service of an installed package: it is for the tests only.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: 10 * 60_000,
    });
  } catch {
    // The reason is already on the terminal.
  }
}
