import type { Cloth } from './cloth.ts';
import type { Random } from './random.ts';
import type { Sheet } from './sheet.ts';
import { svg } from './sheet.ts';

/** A cloth that fills the plate, fallen in folds: bands of the same cloth, each shifted a little. */
export function drape(
  sheet: Sheet,
  cloth: Cloth,
  width: number,
  height: number,
  random: Random,
  scale = 2,
): string {
  /** Light across one fold, square to its ridge: deep shadow, then the crest, then falling off. */
  const across = (x1: number, x2: number) => {
    const id = sheet.id();
    const slope = (1.3 * lean) / height;
    const reach = (x2 - x1) / (1 + slope * slope);
    const middle = height / 2;
    sheet.def(
      svg`<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1 - lean * 0.1}" y1="${middle}" x2="${x1 - lean * 0.1 + reach}" y2="${middle + reach * slope}"><stop offset="0" stop-color="#140a10" stop-opacity=".66"/><stop offset=".13" stop-color="#140a10" stop-opacity=".3"/><stop offset=".36" stop-color="#fff6e4" stop-opacity=".04"/><stop offset=".52" stop-color="#fff6e4" stop-opacity=".26"/><stop offset=".68" stop-color="#fff6e4" stop-opacity=".03"/><stop offset="1" stop-color="#140a10" stop-opacity=".34"/></linearGradient>`,
    );
    return id;
  };
  const lean = random.between(0.22, 0.34) * height;
  const swayOf = () => random.between(-0.025, 0.025) * width;
  /** The ridge of a fold, top to bottom or back up. */
  const ridge = (x: number, sway: number, up: boolean) => {
    const points = [
      [x + lean * 0.55, -20],
      [x + lean * 0.1 + sway, height * 0.3],
      [x - lean * 0.2 - sway, height * 0.62],
      [x - lean * 0.75, height + 20],
    ] as [number, number][];
    const [a, b, c, d] = up ? points.reverse() : points;
    return svg`${a![0]} ${a![1]} C ${b![0]} ${b![1]} ${c![0]} ${c![1]} ${d![0]} ${d![1]}`;
  };
  let out = `<rect width="${width}" height="${height}" fill="${cloth.ground}"/>`;
  let x = width * -0.3;
  let sway = swayOf();
  for (let band = 0; x < width * 1.3; band++) {
    const next = x + width * random.between(0.16, 0.3);
    const nextSway = swayOf();
    // Only its own band is painted, and unturned: librsvg takes twelve times as long for a turned pattern.
    const d = `M ${ridge(x, sway, false)} L ${ridge(next + 3, nextSway, true)} Z`;
    out += `<path d="${d}" fill="${cloth.fill(0, scale, x * 0.25, (band % 3) * 46 * scale - band * 12)}"/><path d="${d}" fill="url(#${across(x, next)})"/>`;
    x = next;
    sway = nextSway;
  }
  return out;
}
