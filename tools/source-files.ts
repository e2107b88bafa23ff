import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Every file of the project by its path with forward slashes, except what git ignores by a whole name: read from the
 * disk, because an archive of the source has no repository, and a new file is not in it yet.
 */
export function sourceFiles(root: string): string[] {
  const ignored = new Set(['.git/', ...readFileSync(join(root, '.gitignore'), 'utf8').split(/\r?\n/)]);
  const filesIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      const end = entry.isDirectory() ? '/' : '';
      if (ignored.has(`${entry.name}${end}`) || ignored.has(`/${path}${end}`)) return [];
      if (entry.isDirectory()) return filesIn(path);
      return entry.isFile() ? [path] : [];
    });
  return filesIn('');
}
