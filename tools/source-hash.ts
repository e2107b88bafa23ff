import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The inputs of the build. Tests and the route tree, which the build writes itself, are excluded. */
const ingredients = [
  ...[
    'src',
    'public',
    'tools/gallery',
    'vite.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ],
  ...[
    'build',
    'compress-client',
    'brand-files',
    'gallery-copy',
    'kit-chunk',
    'lazy-routes',
    'service-worker',
    'small-icons',
    'stackless-errors',
    'without-server-functions',
  ].map((name) => `tools/${name}.ts`),
];
const notBuilt = /\.test\.tsx?$|routeTree\.gen\.ts(\.tmp)?$|\.DS_Store$/;

/** The sha256, in hex, of the names and contents of all build inputs in `root`. */
export async function sourceHash(root: string): Promise<string> {
  const files = (await Promise.all(ingredients.map((path) => filesUnder(root, path)))).flat();
  const wanted = files.filter((path) => !notBuilt.test(path)).sort();
  const contents = await Promise.all(wanted.map((path) => readFile(join(root, path))));
  const hash = createHash('sha256');
  for (const [index, path] of wanted.entries()) {
    const content = contents[index]!;
    // The length separates files: moving a byte from one to the next changes the hash.
    hash.update(`${path.split(sep).join('/')}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** `path` itself when it is a file, the files below when it is a folder, nothing when it does not exist. */
async function filesUnder(root: string, path: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
