/** A backup cannot be made, read or restored: the sentence is for the person at the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
