/**
 * A large input of a call, encoded in a worker, because that takes a phone longer than a page may stand still: a Blob,
 * which the client of the API sends as it is. Its type is that of the input it stands for.
 */
export const encodeInput = <Input>(input: Input): Input =>
  new Blob([JSON.stringify({ json: input })], { type: 'application/json' }) as Input;

/** Whether it was encoded by `encodeInput`. */
export const isEncoded = (input: unknown): input is Blob => input instanceof Blob && !(input instanceof File);
