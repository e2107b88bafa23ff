import type { Palette } from '../palettes.ts';
import { polar, svg, times } from '../sheet.ts';
import { halfDrop, type Tile, wrapped } from './tile.ts';

/** Swiss lace: flowers cut open over a darker ground, edges corded. */
export function eyelet(p: Palette): Tile {
  const hole = (d: string) => `<path d="${d}" fill="${p.deep}" stroke="${p.pale}" stroke-width="5"/>`;
  const flower =
    times(
      8,
      (i) =>
        `<g transform="rotate(${i * 45})">${hole('M0 -22C14 -32 14 -56 0 -68C-14 -56 -14 -32 0 -22Z')}</g>`,
    ) +
    `<circle r="16" fill="${p.mid}" stroke="${p.pale}" stroke-width="5"/><circle r="6" fill="${p.accent}"/>` +
    times(16, (i) => {
      const [x, y] = polar(0, 0, 80, i * 22.5);
      return svg`<circle cx="${x}" cy="${y}" r="4.500" fill="${p.deep}"/>`;
    });
  const sprig = `${times(
    4,
    (i) => `<g transform="rotate(${i * 90})">${hole('M0 -8C9 -16 9 -30 0 -38C-9 -30 -9 -16 0 -8Z')}</g>`,
  )}<circle r="5" fill="${p.accent}"/>`;
  const net = times(
    12,
    (i) =>
      svg`<path d="M${i * 40 - 240} 240L${i * 40} 0M${i * 40 - 240} 0L${i * 40} 240" stroke="${p.pale}" stroke-width="2" stroke-opacity=".35"/>`,
  );
  return {
    width: 240,
    height: 240,
    svg: `<rect width="240" height="240" fill="${p.base}"/>${net}${halfDrop(240, 240, flower)}${wrapped(240, 240, 120, 0, sprig, 40)}${wrapped(240, 240, 0, 120, sprig, 40)}`,
    ground: p.base,
  };
}
