const SHORTEST = 4;
const LONGEST = 9;
/** Draws of one length before a digit is added. */
const DRAWS = 5;

/** 7 → '0007'. */
export const orderNumberOf = (value: number, digits: number): string => String(value).padStart(digits, '0');

/**
 * The number of digits of new order numbers: four until half of the four-digit numbers are used, then five,
 * and so on.
 */
export function digitsInUse(orderTotal: number): number {
  let digits = SHORTEST;
  while (digits < LONGEST && orderTotal >= 10 ** digits / 2) digits++;
  return digits;
}

/** A uniformly random order number. Never use it as an access secret. */
export function drawOrderNumber(digits: number): string {
  const count = 10 ** digits;
  // Values above the last whole multiple are drawn again, for a uniform distribution.
  const limit = Math.floor(2 ** 32 / count) * count;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0]! >= limit);
  return orderNumberOf(drawn[0]! % count, digits);
}

/** Candidate numbers until one is free: five draws of each length. Ends after nine digits. */
export function* orderNumbers(orderTotal: number, draw = drawOrderNumber): Generator<string> {
  for (let digits = digitsInUse(orderTotal); digits <= LONGEST; digits++) {
    for (let n = 0; n < DRAWS; n++) yield draw(digits);
  }
}
