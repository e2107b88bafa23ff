const SHORTEST = 4;
const LONGEST = 9;
/** Draws of one length before the next has a digit more. */
const DRAWS = 5;

/** 7 → '0007'. */
export const orderNumberOf = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** How many digits new orders have: four until half of those numbers are taken, then five, and so on. */
export function digitsInUse(orderTotal: number): number {
  let digits = SHORTEST;
  while (digits < LONGEST && orderTotal >= 10 ** digits / 2) digits++;
  return digits;
}

/** A random order number, each equally likely. It is never an access secret. */
export function drawOrderNumber(digits: number): string {
  const count = 10 ** digits;
  // What is above the last whole multiple is drawn again, so that no number is likelier.
  const limit = Math.floor(2 ** 32 / count) * count;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0]! >= limit);
  return orderNumberOf(drawn[0]! % count, digits);
}

/** Numbers to try one after the other until one is free: five draws, then one digit more. Ends after nine digits. */
export function* orderNumbers(orderTotal: number, draw = drawOrderNumber): Generator<string> {
  for (let digits = digitsInUse(orderTotal); digits <= LONGEST; digits++) {
    for (let n = 0; n < DRAWS; n++) yield draw(digits);
  }
}
