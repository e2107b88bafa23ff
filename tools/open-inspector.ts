import { open } from 'node:inspector';

/**
 * Lets a debugger attach to this process when its arguments contain --inspect. Node's own option in NODE_OPTIONS would
 * also apply to npm and to every child process, and the first of them takes the port.
 */
export function openInspector(): void {
  if (process.argv.includes('--inspect')) open();
}
