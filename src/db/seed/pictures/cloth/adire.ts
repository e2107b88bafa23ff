import type { Palette } from '../palettes.ts';
import type { Random } from '../random.ts';
import { polar, svg, times } from '../sheet.ts';
import type { Tile } from './tile.ts';
import { halfDrop, wrapped } from './tile.ts';

const line = (d: string, width = 4) => svg`<path d="${d}" stroke-width="${width}"/>`;
const dot = (x: number, y: number, r: number) =>
  svg`<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor" stroke="none"/>`;

/** The squares of a starch-painted cloth, each 100 × 100. */
const elekoSquares: readonly (() => string)[] = [
  () =>
    times(
      4,
      (i) =>
        svg`<rect x="${10 + i * 11}" y="${10 + i * 11}" width="${80 - i * 22}" height="${80 - i * 22}" stroke-width="4"/>`,
    ),
  () =>
    times(12, (i) => {
      const [x, y] = polar(50, 50, 40, i * 30);
      const [u, v] = polar(50, 50, 16, i * 30);
      return line(svg`M${u} ${v}L${x} ${y}`, 4) + dot(x, y, 4);
    }) + dot(50, 50, 9),
  () =>
    times(
      4,
      (i) =>
        `<path transform="rotate(${i * 90 + 45} 50 50)" d="M50 47C34 34 36 14 50 2C64 14 66 34 50 47ZM50 42V12" stroke-width="4"/>`,
    ) +
    times(4, (i) => {
      const [x, y] = polar(50, 50, 36, i * 90);
      return dot(x, y, 5);
    }),
  () =>
    times(5, (r) =>
      times(5, (c) =>
        (r + c) % 2 ? dot(14 + c * 18, 14 + r * 18, 4) : line(svg`M${8 + c * 18} ${14 + r * 18}h12`, 7),
      ),
    ),
  () => times(5, (i) => line(svg`M8 ${16 + i * 17}q10.500 -12 21 0t21 0t21 0t21 0`, 4)),
  // the bird of plenty, looking back
  () =>
    `<path d="M16 66C22 44 44 36 58 44C66 30 80 26 88 34C80 34 76 42 74 52C70 72 50 82 30 76L14 88Z" fill="currentColor" stroke="none"/><path d="M34 84l-4 12M50 82l2 12M30 60q14 -8 26 2M30 68q12 -4 22 4" stroke-width="4"/>` +
    dot(20, 22, 5) +
    dot(38, 14, 4) +
    dot(30, 32, 3),
  () =>
    times(4, (i) =>
      line(svg`M50 50m${-6 - i * 11} 0a${6 + i * 11} ${6 + i * 11} 0 1 1 ${6 + i * 11} ${6 + i * 11}`, 5),
    ),
  () =>
    line('M8 8L92 92M92 8L8 92', 4) +
    times(
      4,
      (i) =>
        `<path transform="rotate(${i * 90} 50 50)" d="M50 10L62 28H38Z" fill="currentColor" stroke="none"/>`,
    ) +
    dot(50, 50, 8),
];

/** Adire eleko: cassava starch painted through and by hand, in squares. */
export function eleko(p: Palette, random: Random): Tile {
  const order = elekoSquares.map((draw) => ({ draw, at: random.next() })).sort((a, b) => a.at - b.at);
  const cells = times(9, (i) => {
    const x = (i % 3) * 110;
    const y = Math.floor(i / 3) * 110;
    const square = order[i % order.length]!.draw();
    return svg`<g transform="translate(${x + 5} ${y + 5}) rotate(${random.between(-1.6, 1.6)} 50 50)"><rect x="1" y="1" width="98" height="98" stroke-width="3"/>${square}</g>`;
  });
  return {
    width: 330,
    height: 330,
    svg: `<rect width="330" height="330" fill="${p.deep}"/><g color="${p.pale}" stroke="${p.pale}" fill="none" stroke-linecap="round" opacity=".88">${cells}</g>`,
    ground: p.deep,
  };
}

/** Rings left by raffia ties: pale, broken, a little crooked. */
function tiedRing(p: Palette, random: Random, size: number): string {
  const rings = Math.max(2, Math.round(size / 22));
  return `${times(rings, (ring) => {
    const radius = size * (1 - ring / rings);
    const points = 14;
    let d = '';
    for (let i = 0; i < points; i++) {
      const [x, y] = polar(0, 0, radius * random.between(0.93, 1.07), (i * 360) / points);
      const [cx, cy] = polar(0, 0, radius * 1.06, ((i - 0.5) * 360) / points);
      d += i === 0 ? svg`M${x} ${y}` : svg`Q${cx} ${cy} ${x} ${y}`;
    }
    return svg`<path d="${d}Z" fill="none" stroke="${ring % 2 ? p.mid : p.pale}" stroke-width="${random.between(4, 9)}" stroke-dasharray="${random.between(9, 20)} ${random.between(2, 5)}" stroke-opacity="${0.95 - ring * 0.07}"/>`;
  })}<circle r="7" fill="${p.pale}"/>`;
}

/** Adire oniko: tied rings, sun and moons. */
export function oniko(p: Palette, random: Random): Tile {
  const big = tiedRing(p, random, 100);
  const small = tiedRing(p, random, 44);
  const seeds = times(
    26,
    () =>
      svg`<circle cx="${random.between(0, 320)}" cy="${random.between(0, 320)}" r="${random.between(2.5, 5)}"/>`,
  );
  return {
    width: 320,
    height: 320,
    svg:
      `<rect width="320" height="320" fill="${p.deep}"/><g fill="${p.mid}" opacity=".5">${seeds}</g>` +
      halfDrop(320, 320, `<circle r="112" fill="${p.base}"/>${big}`) +
      wrapped(320, 320, 160, 0, small) +
      wrapped(320, 320, 0, 160, small),
    ground: p.deep,
  };
}

/** Adire alabere: stitched before dyeing, so lines of small pale teeth remain. */
export function alabere(p: Palette, random: Random): Tile {
  const stitch = (d: string, width: number, dash: string) =>
    `<path d="${d}" stroke-width="${width}" stroke-dasharray="${dash}"/>`;
  const leaf =
    times(5, (i) =>
      stitch(
        svg`M0 ${-92}C${20 + i * 13} ${-44} ${20 + i * 13} 44 0 92C${-20 - i * 13} 44 ${-20 - i * 13} -44 0 -92`,
        5,
        '9 5',
      ),
    ) + stitch('M0 -92V92', 5, '5 4');
  const rows = times(3, (i) =>
    stitch(
      svg`M0 ${14 + i * 14}l30 -12l30 12l30 -12l30 12l30 -12l30 12l30 -12l30 12`,
      4 + random.int(0, 2),
      '7 4',
    ),
  );
  return {
    width: 240,
    height: 320,
    svg: `<rect width="240" height="320" fill="${p.deep}"/><rect y="56" width="240" height="208" fill="${p.base}" fill-opacity=".55"/><g fill="none" stroke="${p.pale}" stroke-linecap="butt" opacity=".9">${rows}<g transform="translate(0 272)">${rows}</g>${wrapped(240, 320, 60, 160, leaf)}${wrapped(240, 320, 180, 160, leaf)}</g>`,
    ground: p.base,
  };
}

/** Splash dye of the Abeokuta yards: bursts of light running outward. */
export function splash(p: Palette, random: Random): Tile {
  const size = 460;
  const burst = (reach: number) =>
    times(34, (i) => {
      const angle = i * (360 / 34) + random.between(-6, 6);
      const [x, y] = polar(0, 0, reach * random.between(0.45, 1), angle);
      const [cx, cy] = polar(0, 0, reach * 0.4, angle + random.between(-14, 14));
      return svg`<path d="M0 0Q${cx} ${cy} ${x} ${y}" stroke-width="${random.between(4, 13)}" fill-opacity="${random.between(0.35, 0.9)}"/>`;
    });
  const spots = times(30, () =>
    wrapped(
      size,
      size,
      random.between(0, size),
      random.between(0, size),
      svg`<circle r="${random.between(3, 11)}" fill="${random.pick([p.mid, p.pale, p.base])}" fill-opacity=".7"/>`,
      14,
    ),
  );
  const place = (x: number, y: number, r: number, colour: string) =>
    wrapped(
      size,
      size,
      x,
      y,
      `<g stroke="${colour}" fill="none" stroke-linecap="round">${burst(r)}</g><circle r="${Math.round(r / 5)}" fill="${p.pale}" fill-opacity=".85"/>`,
      r,
    );
  return {
    width: size,
    height: size,
    svg: `<rect width="${size}" height="${size}" fill="${p.accent === '#6a1f52' ? p.base : p.deep}"/>${spots}${place(120, 130, 170, p.mid)}${place(345, 350, 190, p.accent === '#6a1f52' ? p.accent : p.mid)}${place(350, 100, 110, p.pale)}${place(110, 365, 110, p.pale)}`,
    ground: p.deep,
  };
}
