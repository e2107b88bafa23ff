/** A backup cannot be made, read or restored. The message is shown on the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
