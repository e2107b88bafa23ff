import type { Palette } from '../palettes.ts';
import type { Random } from '../random.ts';
import { svg, times } from '../sheet.ts';
import type { Tile } from './tile.ts';

/** Cashmere suiting: a fine twill, felt more than seen. */
export function cashmere(p: Palette): Tile {
  const size = 192;
  // Many threads in one tile: librsvg pays for each repeat, so a tiny tile is a slow one.
  const twill = (first: number, colour: string, opacity: string) => {
    let d = '';
    for (let x = first; x < size * 2; x += 16) d += `M${x - size} ${size}L${x} 0`;
    return `<path d="${d}" stroke="${colour}" stroke-width="1.7" stroke-opacity="${opacity}"/>`;
  };
  return {
    width: size,
    height: size,
    svg: `<rect width="${size}" height="${size}" fill="${p.base}"/>${twill(0, p.ink, '.22')}${twill(8, p.pale, '.14')}`,
    ground: p.base,
  };
}

/** Linen: crossed threads of uneven thickness. */
export function linen(p: Palette, random: Random): Tile {
  const size = 160;
  const threads = times(
    40,
    (i) =>
      svg`<path d="M0 ${i * 4 + 2}H${size}" stroke="${i % 2 ? p.pale : p.ink}" stroke-width="${random.between(0.6, 1.6)}" stroke-opacity=".13"/><path d="M${i * 4 + 2} 0V${size}" stroke="${i % 2 ? p.ink : p.pale}" stroke-width="${random.between(0.6, 1.6)}" stroke-opacity=".12"/>`,
  );
  const slubs = times(
    18,
    () =>
      svg`<path d="M${random.between(0, 130)} ${random.between(0, 156)}h${random.between(12, 46)}" stroke="${p.pale}" stroke-width="2" stroke-opacity=".28"/>`,
  );
  return {
    width: size,
    height: size,
    svg: `<rect width="${size}" height="${size}" fill="${p.base}"/>${threads}${slubs}`,
    ground: p.base,
  };
}

/** Leather: a pebbled skin. */
export function leather(p: Palette, random: Random): Tile {
  const size = 180;
  const grain = times(
    130,
    () =>
      svg`<ellipse cx="${random.between(4, 176)}" cy="${random.between(4, 176)}" rx="${random.between(2, 5)}" ry="${random.between(1.5, 3.5)}" fill="${random.pick([p.ink, p.mid])}" fill-opacity=".14"/>`,
  );
  return {
    width: size,
    height: size,
    svg: `<rect width="${size}" height="${size}" fill="${p.base}"/>${grain}`,
    ground: p.base,
  };
}
