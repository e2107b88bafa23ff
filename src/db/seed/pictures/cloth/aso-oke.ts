import type { Palette } from '../palettes.ts';
import type { Random } from '../random.ts';
import { svg, times } from '../sheet.ts';
import type { Tile } from './tile.ts';

const strip = 120;

/** The weft: what makes a stripe look woven and not printed. */
const weft = (width: number, height: number, p: Palette) =>
  times(
    Math.floor(height / 5),
    (i) =>
      svg`<path d="M0 ${i * 5 + 2.5}H${width}" stroke="${i % 2 ? p.ink : p.pale}" stroke-width="1.2" stroke-opacity=".13"/>`,
  );

const seam = (x: number, height: number, p: Palette) =>
  svg`<path d="M${x} 0V${height}" stroke="${p.ink}" stroke-width="2.5" stroke-opacity=".55"/><path d="M${x + 2.5} 0V${height}" stroke="${p.pale}" stroke-width="1" stroke-opacity=".25"/>`;

/** A strip's stripes, mirrored about its middle as weavers set the warp. */
function warp(x: number, height: number, p: Palette, random: Random): string {
  const colours = [p.pale, p.accent, p.mid, p.deep, p.second, p.pale];
  let out = '';
  let at = random.between(4, 10);
  let index = random.int(0, 5);
  while (at < strip / 2 - 3) {
    const width = Math.min(random.pick([2.5, 2.5, 4, 7, 12]), strip / 2 - at);
    const colour = colours[index++ % colours.length]!;
    out += svg`<rect x="${x + at}" width="${width}" height="${height}" fill="${colour}"/><rect x="${x + strip - at - width}" width="${width}" height="${height}" fill="${colour}"/>`;
    at += width + random.pick([3, 5, 9, 14]);
  }
  return out;
}

/** Narrow strips sewn edge to edge, warp stripes in each. */
export function stripe(p: Palette, random: Random): Tile {
  const height = 100;
  const width = strip * 2;
  return {
    width,
    height,
    svg: `<rect width="${width}" height="${height}" fill="${p.base}"/><rect x="${strip}" width="${strip}" height="${height}" fill="${p.deep}" fill-opacity=".6"/>${warp(0, height, p, random)}${warp(strip, height, p, random)}${weft(width, height, p)}${seam(0, height, p)}${seam(strip, height, p)}`,
    ground: p.base,
  };
}

/** Openwork: rows of small holes drawn together by a carrying thread. */
export function openwork(p: Palette, random: Random): Tile {
  const height = 180;
  const width = strip * 2;
  const holes = (x: number, y: number) =>
    times(3, (r) =>
      times(4, (c) => {
        const cx = x + 21 + c * 26;
        const cy = y + 16 + r * 26;
        return svg`<ellipse cx="${cx}" cy="${cy}" rx="5.500" ry="8.500" fill="${p.ink}"/><path d="M${cx} ${cy - 13}V${cy + 13}" stroke="${p.accent}" stroke-width="2.2"/>`;
      }),
    ) +
    times(
      5,
      (c) =>
        svg`<path d="M${x + 8 + c * 26} ${y}V${y + 84}" stroke="${p.pale}" stroke-width="3" stroke-opacity=".8"/>`,
    );
  return {
    width,
    height,
    svg: `<rect width="${width}" height="${height}" fill="${p.base}"/><rect x="${strip}" width="${strip}" height="${height}" fill="${p.deep}" fill-opacity=".55"/><g opacity=".55">${warp(strip, height, p, random)}</g>${holes(0, 4)}<rect y="92" width="${strip}" height="6" fill="${p.accent}"/><rect y="106" width="${strip}" height="16" fill="${p.pale}" fill-opacity=".75"/><rect y="130" width="${strip}" height="6" fill="${p.accent}"/><g opacity=".45">${warp(0, 0, p, random)}</g>${holes(strip, 92)}${weft(width, height, p)}${seam(0, height, p)}${seam(strip, height, p)}`,
    ground: p.base,
  };
}

/** Jacquard blocks with lurex: steps, lozenges and a metal thread that catches the light. */
export function metallic(p: Palette, random: Random): Tile {
  const height = 240;
  const width = strip * 2;
  const lozenge = (cx: number, cy: number, colour: string) =>
    times(4, (i) => {
      const r = 46 - i * 12;
      return svg`<path d="M${cx} ${cy - r}L${cx + r} ${cy}L${cx} ${cy + r}L${cx - r} ${cy}Z" fill="${i % 2 ? p.deep : colour}"/>`;
    });
  const steps = (x: number, y: number, colour: string) =>
    times(
      5,
      (i) =>
        svg`<rect x="${x + 8 + i * 11}" y="${y - 40 + i * 8}" width="11" height="${80 - i * 16}" fill="${colour}"/><rect x="${x + strip - 19 - i * 11}" y="${y - 40 + i * 8}" width="11" height="${80 - i * 16}" fill="${colour}"/>`,
    );
  const glint = times(
    16,
    () =>
      svg`<path d="M${random.between(0, width)} ${random.between(0, height)}h${random.between(6, 22)}" stroke="#fff4cf" stroke-width="1.600" stroke-opacity=".8"/>`,
  );
  const metal = p.accent === '#d5dce8' ? '#d5dce8' : '#e0b861';
  const bars = (x: number, y: number) =>
    svg`<rect x="${x}" y="${y}" width="${strip}" height="5" fill="${metal}"/><rect x="${x}" y="${y + 9}" width="${strip}" height="2" fill="${p.pale}"/><rect x="${x}" y="${y + 14}" width="${strip}" height="5" fill="${metal}"/>`;
  return {
    width,
    height,
    svg: `<rect width="${width}" height="${height}" fill="${p.base}"/><rect x="${strip}" width="${strip}" height="${height}" fill="${p.deep}"/>${lozenge(60, 60, metal)}${bars(0, 112)}${steps(0, 184, p.mid)}${bars(0, 228)}${steps(strip, 64, metal)}${bars(strip, 112)}${lozenge(180, 180, p.accent)}${bars(strip, 228)}${weft(width, height, p)}${glint}${seam(0, height, p)}${seam(strip, height, p)}`,
    ground: p.base,
  };
}
