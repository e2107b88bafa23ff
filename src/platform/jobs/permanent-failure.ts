/** A job failed in a way that no later attempt mends: it is given up at once. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}
