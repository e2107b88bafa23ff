import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file or folder of the project's source by its path from the root, wherever the code that asks was built to. */
export function sourceFile(path: string): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const file = join(folder, path);
    if (existsSync(file)) return file;
    if (folder === dirname(folder)) throw new Error(`${path} is missing`);
  }
}
