import type { Palette } from '../palettes.ts';
import { svg, times } from '../sheet.ts';
import { halfDrop, type Tile } from './tile.ts';

/** Damask on guinea brocade: an ogee with a palmette, tone on tone, one thread brighter. */
export function damask(p: Palette): Tile {
  const ogee = `<path d="M0 -150C34 -104 100 -82 100 0C100 82 34 104 0 150C-34 104 -100 82 -100 0C-100 -82 -34 -104 0 -150Z" fill="none" stroke="${p.mid}" stroke-width="7"/><path d="M0 -126C28 -88 82 -68 82 0C82 68 28 88 0 126C-28 88 -82 68 -82 0C-82 -68 -28 -88 0 -126Z" fill="${p.deep}" fill-opacity=".45"/>`;
  const palmette =
    times(
      7,
      (i) =>
        svg`<path transform="translate(0 34) rotate(${(i - 3) * 26})" d="M0 0C-17 -28 -15 -62 0 -${i === 3 ? 108 : 84}C15 -62 17 -28 0 0Z" fill="${p.mid}" stroke="${p.deep}" stroke-width="3"/>`,
    ) +
    `<path d="M0 34C-40 40 -62 62 -48 80C-36 92 -20 80 -28 68M0 34C40 40 62 62 48 80C36 92 20 80 28 68M0 34V112" fill="none" stroke="${p.mid}" stroke-width="8" stroke-linecap="round"/><circle cy="34" r="13" fill="${p.accent}"/><circle cy="34" r="5" fill="${p.deep}"/>`;
  const threads = times(
    30,
    (i) => svg`<path d="M0 ${i * 10 + 5}H200" stroke="${p.pale}" stroke-width="1.500" stroke-opacity=".1"/>`,
  );
  return {
    width: 200,
    height: 300,
    svg: `<rect width="200" height="300" fill="${p.base}"/>${threads}${halfDrop(200, 300, ogee + palmette)}`,
    ground: p.base,
  };
}
