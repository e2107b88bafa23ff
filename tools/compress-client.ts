import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

const COMPRESSED = /\.(js|css|svg|webmanifest|txt|md)$/;

/**
 * Writes a `.br` and a `.gz` file at maximum compression beside each file of a built client, where that is
 * shorter. Done once here, not at every start.
 */
export async function compressClient(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const bytes = await readFile(path);
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      if (br.length < bytes.length) await writeFile(`${path}.br`, br);
      if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
    }),
  );
}
