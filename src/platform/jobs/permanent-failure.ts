/** A job failure that no retry can fix: the job is given up at once. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}
