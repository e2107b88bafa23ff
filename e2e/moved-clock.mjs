// Loaded before a shop by `node --import`: moves its clock ahead by the milliseconds in the file CLOCK_FILE,
// which the test may change at any time.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let ahead = 0;
function now() {
  // Empty for a moment while the test writes it.
  ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8') || ahead);
  return RealDate.now() + ahead;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (real, args, target) => Reflect.construct(real, args.length === 0 ? [now()] : args, target),
  get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
});
