import { backdrop } from './backdrop.ts';
import { draw } from './garments/draw.ts';
import type { TileSpec } from './names.ts';
import { palettes } from './palettes.ts';
import { cutFor, shadowOf } from './plate.ts';
import { newSheet } from './sheet.ts';

/** A category's square image as a complete SVG document of 900 × 900. */
export function drawTile(spec: TileSpec): string {
  const sheet = newSheet(spec.seed);
  const drawing = draw[spec.garment](sheet, cutFor(sheet, spec));
  const wall = backdrop(sheet, palettes[spec.palette], spec.seed);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" viewBox="0 0 1200 1200">${sheet.defs()}<g transform="translate(0 -150)">${wall}</g><g transform="translate(126 ${spec.garment === 'gele' ? 15 : -52}) scale(.79)">${shadowOf(drawing)}${drawing.svg}</g></svg>`;
}
