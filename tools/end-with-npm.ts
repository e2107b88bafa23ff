/**
 * Ends this process, as SIGTERM would, when the `npm` that started it is gone. npm passes signals to the shell
 * between us, which dies of them and tells nobody: the shop would go on, unseen, after `kill <npm>`.
 */
export function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
