/** Bounds of what is taken from dropped folders; a folder of links to itself would have no end. */
const MAX_DEPTH = 16;
const MAX_FILES = 100_000;

/** What was dropped has more files than are taken. */
export class TooManyFiles extends Error {}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** The dropped files and folders. Read while the event is handled: later the list is empty. */
export const droppedEntries = (items: DataTransferItemList): FileSystemEntry[] =>
  [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);

/** All files of these entries with their paths, as if their folders were chosen. Throws TooManyFiles. */
export async function filesOf(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  const visit = async (entry: FileSystemEntry, depth: number): Promise<void> => {
    if (!isDirectory(entry)) {
      if (files.length === MAX_FILES) throw new TooManyFiles();
      files.push(await readFile(entry as FileSystemFileEntry));
      return;
    }
    if (depth === MAX_DEPTH) throw new TooManyFiles();
    const reader = entry.createReader();
    // Each call returns a part of them, the last one none.
    for (let part = await readPart(reader); part.length > 0; part = await readPart(reader)) {
      for (const inner of part) await visit(inner, depth + 1);
    }
  };
  for (const entry of entries) await visit(entry, 0);
  return files;
}

const readPart = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

async function readFile(entry: FileSystemFileEntry): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  const path = entry.fullPath.replace(/^\//, '');
  // A file of a chosen folder has its path, a dropped one does not.
  return path === file.name ? file : Object.defineProperty(file, 'webkitRelativePath', { value: path });
}
