// Apart from the contract, which no screen loads: it brings zod.

/** Keys that are not revoked. */
export const MOST_KEYS = 50;
export const MAX_KEY_NAME = 40;
/** Days until a new key expires. */
export const KEY_DAYS = [30, 90, 365] as const;
