import type { Palette } from '../palettes.ts';
import type { Random } from '../random.ts';
import { svg, times } from '../sheet.ts';
import type { Tile } from './tile.ts';

/** Cashmere suiting: a fine twill, felt more than seen. */
export function cashmere(p: Palette): Tile {
  const twill = times(
    7,
    (i) =>
      svg`<path d="M${i * 8 - 24} 24L${i * 8} 0" stroke="${i % 2 ? p.ink : p.pale}" stroke-width="1.600" opacity="${i % 2 ? 0.2 : 0.13}"/>`,
  );
  return {
    width: 24,
    height: 24,
    svg: `<rect width="24" height="24" fill="${p.base}"/>${twill}`,
    ground: p.base,
  };
}

/** Linen: crossed threads of uneven thickness. */
export function linen(p: Palette, random: Random): Tile {
  const size = 160;
  const threads = times(
    40,
    (i) =>
      svg`<path d="M0 ${i * 4 + 2}H${size}" stroke="${i % 2 ? p.pale : p.ink}" stroke-width="${random.between(0.6, 1.6)}" opacity=".13"/><path d="M${i * 4 + 2} 0V${size}" stroke="${i % 2 ? p.ink : p.pale}" stroke-width="${random.between(0.6, 1.6)}" opacity=".12"/>`,
  );
  const slubs = times(
    18,
    () =>
      svg`<path d="M${random.between(0, 130)} ${random.between(0, 156)}h${random.between(12, 46)}" stroke="${p.pale}" stroke-width="2" opacity=".28"/>`,
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
      svg`<ellipse cx="${random.between(4, 176)}" cy="${random.between(4, 176)}" rx="${random.between(2, 5)}" ry="${random.between(1.5, 3.5)}" fill="${random.pick([p.ink, p.mid])}" opacity=".14"/>`,
  );
  return {
    width: size,
    height: size,
    svg: `<rect width="${size}" height="${size}" fill="${p.base}"/>${grain}`,
    ground: p.base,
  };
}
