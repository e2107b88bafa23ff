import { cp, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);

/** What a build and a start need. */
const PARTS = [
  'src',
  'demo-store',
  'public',
  'tools',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** Copies the project into a new or empty folder, without its builds: `npm start` there builds and runs the copy. */
export async function copyProject(project: string): Promise<void> {
  await mkdir(project, { recursive: true });
  for (const part of PARTS) await cp(join(root, part), join(project, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
}
