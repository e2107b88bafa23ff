import type { Palette } from '../palettes.ts';
import type { Random } from '../random.ts';
import { svg, times } from '../sheet.ts';
import { halfDrop, type Tile } from './tile.ts';

/** A lion's head, heraldic, looking straight at you; about 150 × 170, centred. */
function lionHead(gold: string, shade: string, pale: string): string {
  const mane = (count: number, reach: number, half: number, colour: string) =>
    times(
      count,
      (i) =>
        svg`<path transform="rotate(${(i * 360) / count + 180 / count})" d="M${-half} ${-30}Q${-half * 0.6} ${-reach * 0.8} ${half * 0.5} ${-reach}Q${half * 1.3} ${-reach * 0.6} ${half} ${-30}Z" fill="${colour}"/>`,
    );
  return (
    mane(14, 80, 15, gold) +
    mane(14, 62, 11, shade) +
    `<path d="M-40 -34C-44 -54 -22 -58 -18 -44ZM40 -34C44 -54 22 -58 18 -44Z" fill="${gold}"/>` +
    `<path d="M0 -48C26 -50 42 -32 40 -6C38 18 28 30 24 44C18 58 -18 58 -24 44C-28 30 -38 18 -40 -6C-42 -32 -26 -50 0 -48Z" fill="${gold}"/>` +
    `<path d="M-30 -10Q-18 -20 -8 -8Q-18 0 -30 -10ZM30 -10Q18 -20 8 -8Q18 0 30 -10Z" fill="${shade}"/><circle cx="-18" cy="-10" r="4" fill="${pale}"/><circle cx="18" cy="-10" r="4" fill="${pale}"/>` +
    `<path d="M-12 16L12 16L0 30ZM0 30V38M0 38Q-14 48 -22 36M0 38Q14 48 22 36M-8 -26L-5 12M8 -26L5 12M-32 -22Q-18 -32 -8 -22M32 -22Q18 -32 8 -22" fill="${shade}" stroke="${shade}" stroke-width="4" stroke-linecap="round" fill-rule="evenodd" fill-opacity="1"/>`
  ).replace('fill-rule="evenodd" fill-opacity="1"', 'fill-rule="evenodd"');
}

/** Isiagu: velvet set with lion heads in gold. */
export function isiagu(p: Palette, random: Random): Tile {
  const gold = p.base === '#2f3238' ? '#7d8088' : '#e3b552';
  const pile = times(
    46,
    () =>
      svg`<path d="M${random.between(0, 220)} ${random.between(0, 260)}v${random.between(8, 22)}" stroke="${random.pick([p.ink, p.mid])}" stroke-width="1.500" stroke-opacity=".3"/>`,
  );
  const head = `<g transform="scale(.92)">${lionHead(gold, p.ink, gold === '#e3b552' ? '#fff1c4' : '#d9dade')}</g>`;
  const sprig = (x: number, y: number) =>
    svg`<g transform="translate(${x} ${y})" fill="${gold}"><path d="M0 -14L5 0L0 14L-5 0Z"/><path d="M-14 0L0 -4L14 0L0 4Z"/></g>`;
  return {
    width: 220,
    height: 260,
    svg: `<rect width="220" height="260" fill="${p.deep}"/>${pile}${halfDrop(220, 260, head)}${sprig(110, 4)}${sprig(0, 134)}${sprig(220, 134)}${sprig(110, 256)}`,
    ground: p.deep,
  };
}
