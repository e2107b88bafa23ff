import type { Cloth } from './cloth.ts';
import type { Random } from './random.ts';
import type { Sheet } from './sheet.ts';
import { svg } from './sheet.ts';

/** A cloth that fills the plate, fallen in folds: bands of the same cloth, each turned a little. */
export function drape(
  sheet: Sheet,
  cloth: Cloth,
  width: number,
  height: number,
  random: Random,
  scale = 1.7,
): string {
  const light = sheet.id();
  sheet.def(
    `<linearGradient id="${light}"><stop offset="0" stop-color="#140a10" stop-opacity=".62"/><stop offset=".14" stop-color="#140a10" stop-opacity=".28"/><stop offset=".4" stop-color="#fff6e4" stop-opacity=".2"/><stop offset=".6" stop-color="#fff6e4" stop-opacity=".04"/><stop offset="1" stop-color="#140a10" stop-opacity=".32"/></linearGradient>`,
  );
  let out = `<rect width="${width}" height="${height}" fill="${cloth.fill(-12, scale, width / 2, 0)}"/>`;
  let x = width * -0.1;
  let band = 0;
  const lean = random.between(0.22, 0.34) * height;
  while (x < width * 1.25) {
    const step = width * random.between(0.15, 0.3);
    const sway = random.between(-0.07, 0.07) * width;
    const right = width * 1.6;
    // Everything right of this fold's edge is laid anew; the next fold covers it again.
    const d = svg`M ${x + lean * 0.55} ${-20} C ${x + lean * 0.1 + sway} ${height * 0.3} ${x - lean * 0.2 - sway} ${height * 0.62} ${x - lean * 0.75} ${height + 20} L ${right} ${height + 20} L ${right} ${-20} Z`;
    const edge = svg`M ${x + lean * 0.55} ${-20} C ${x + lean * 0.1 + sway} ${height * 0.3} ${x - lean * 0.2 - sway} ${height * 0.62} ${x - lean * 0.75} ${height + 20} L ${x - lean * 0.75 + step * 1.2} ${height + 20} C ${x - lean * 0.2 - sway + step * 1.1} ${height * 0.62} ${x + lean * 0.1 + sway + step * 1.1} ${height * 0.3} ${x + lean * 0.55 + step} ${-20} Z`;
    out += `<path d="${d}" fill="${cloth.fill(-14 + ((band * 7) % 17), scale, x + band * 31, band * 57)}"/>`;
    out += `<path d="${edge}" fill="url(#${light})"/>`;
    x += step;
    band++;
  }
  return out;
}
