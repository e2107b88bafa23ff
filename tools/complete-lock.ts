import { readFileSync, writeFileSync } from 'node:fs';

// Adds the optional packages of other platforms that a registry's mirror did not have, so that `npm ci` accepts the
// lock file: node tools/complete-lock.ts

interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
export type Lock = { packages: Record<string, Entry> };

const OS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** os, cpu and libc of a binary package, from its name: '@x/cli-linux-x64-musl'. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = OS.find((one) => words.includes(one));
  const cpu = CPU.find((one) => words.includes(one));
  const libc = /musl/.test(name) ? 'musl' : os === 'linux' && words.includes('gnu') ? 'glibc' : undefined;
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

/** The optional dependencies without an entry, as the entries to add. */
export function missingEntries({ packages }: Lock): Record<string, Entry> {
  const missing: Record<string, Entry> = {};
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isFound(packages, path, name)) continue;
      const platform = platformOf(name);
      // Without a platform npm would install it everywhere.
      if (!platform.os && !platform.cpu) continue;
      const { os, cpu, libc } = platform;
      // In npm's order, so that a later install leaves the file as it is.
      missing[`node_modules/${name}`] = {
        version,
        ...(cpu && { cpu }),
        ...(dev && { dev }),
        ...(libc && { libc }),
        optional: true,
        ...(os && { os }),
      };
    }
  }
  return missing;
}

/** Whether Node's lookup from the folder `from` upwards finds `name`. */
function isFound(packages: Lock['packages'], from: string, name: string): boolean {
  for (let at = from; ; at = at.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

if (import.meta.main) {
  const text = readFileSync('package-lock.json', 'utf8');
  const lock = JSON.parse(text) as Lock;
  const missing = missingEntries(lock);
  const packages = { ...lock.packages, ...missing };
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} entries added`);
}
