/** Row level security hid what the caller could read a moment ago: their role was removed, or their account banned. */
export class AccessLost extends Error {
  override readonly name = 'AccessLost';
}
