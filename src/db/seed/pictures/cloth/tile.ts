import { svg } from '../sheet.ts';

/** One repeat of a cloth, in its own units; garments scale and turn it. */
export type Tile = {
  width: number;
  height: number;
  svg: string;
  /** The colour the cloth has from afar. */
  ground: string;
};

/** Draws a motif (centred on 0,0) at a place, and again wherever the repeat's edge cuts it. */
export function wrapped(
  width: number,
  height: number,
  x: number,
  y: number,
  motif: string,
  reach = 999,
): string {
  let out = '';
  for (const dx of [-width, 0, width]) {
    for (const dy of [-height, 0, height]) {
      const cx = x + dx;
      const cy = y + dy;
      const outside = cx + reach < 0 || cy + reach < 0 || cx - reach > width || cy - reach > height;
      // A motif rarely reaches further than the repeat itself, so farther copies only cost time.
      const far =
        reach === 999 && (cx < -width * 0.6 || cx > width * 1.6 || cy < -height * 0.6 || cy > height * 1.6);
      if (!outside && !far) out += svg`<g transform="translate(${cx} ${cy})">${motif}</g>`;
    }
  }
  return out;
}

/** A motif at the corners and at the middle: the printer's half drop. */
export function halfDrop(width: number, height: number, corner: string, middle = corner): string {
  const at = (x: number, y: number, motif: string) => svg`<g transform="translate(${x} ${y})">${motif}</g>`;
  return (
    at(0, 0, corner) +
    at(width, 0, corner) +
    at(0, height, corner) +
    at(width, height, corner) +
    at(width / 2, height / 2, middle)
  );
}
