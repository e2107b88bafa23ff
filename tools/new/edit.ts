import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NewError } from './names.ts';

/** Files to write and to change, checked before the first is written: a refused name leaves nothing behind. */
export function createEdit(root: string) {
  const files = new Map<string, string>();
  const read = (path: string): string => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const full = join(root, path);
    if (!existsSync(full)) throw new NewError(`There is no ${path}`);
    return readFileSync(full, 'utf8');
  };
  const replace = (path: string, before: string | RegExp, by: (found: string) => string): void => {
    const text = read(path);
    const found = typeof before === 'string' ? before : (before.exec(text)?.[0] ?? '');
    if (found === '' || !text.includes(found)) throw new NewError(`${path} has no line like ${before}`);
    files.set(
      path,
      text.replace(found, () => by(found)),
    );
  };
  return {
    read,
    exists: (path: string): boolean => existsSync(join(root, path)),
    /** Throws NewError if the file exists. */
    add(path: string, text: string): void {
      if (existsSync(join(root, path))) throw new NewError(`${path} exists`);
      files.set(path, text);
    },
    replace,
    /** Adds a line before the first line that follows it in the alphabet, among those that `like` matches. */
    addLine(path: string, line: string, like: RegExp): void {
      const lines = read(path).split('\n');
      const group = lines.flatMap((one, at) => (like.test(one) ? [at] : []));
      if (group.length === 0) throw new NewError(`${path} has no line like ${like}`);
      const before = group.find((at) => lines[at]!.localeCompare(line, 'en') > 0) ?? group.at(-1)! + 1;
      lines.splice(before, 0, line);
      files.set(path, lines.join('\n'));
    },
    /** Writes everything; returns the paths. */
    write(): string[] {
      for (const [path, text] of files) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      return [...files.keys()];
    },
  };
}

export type Edit = ReturnType<typeof createEdit>;
