import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { copyProject } from './copy-project.ts';

/** The component that the next release changes, in the script that every page of the shop loads. */
const COMPONENT = 'src/routes/-frame/footer.tsx';
const BEFORE = 'My Account';
/** What it shows instead. */
export const CHANGED = 'Your Account Here';

/** Copies the project into a new folder, with one component changed and `buildDir` as the build before, as an update has it. */
export async function nextRelease(project: string, buildDir: string): Promise<void> {
  await copyProject(project);
  const builds = join(project, 'build');
  const hash = basename(buildDir);
  await mkdir(builds);
  await cp(buildDir, join(builds, hash), { recursive: true });
  await writeFile(join(builds, 'current.json'), JSON.stringify({ hash }));
  const path = join(project, COMPONENT);
  const text = await readFile(path, 'utf8');
  if (!text.includes(BEFORE)) throw new Error(`${COMPONENT} has no '${BEFORE}' to change`);
  await writeFile(path, text.replace(BEFORE, CHANGED));
}
