import type { Cloth } from '../cloth.ts';
import type { Palette } from '../palettes.ts';
import type { Sheet } from '../sheet.ts';

/** What every garment is cut from. */
export type Cut = {
  cloth: Cloth;
  /** The plain companion: trousers, lining, bands. */
  second: Cloth;
  trim: Palette;
  /** Embroidery thread that shows on `cloth`. */
  threadColour: string;
  /** A named variant of the garment. */
  style?: string;
  /** A person wears it: no hanger and no form. */
  isWorn?: boolean;
};

export type Skin = { deep: string; base: string; light: string };

/** The tone of the bust that wears a headtie. */
export const skin: Skin = { deep: '#2b1610', base: '#5a3020', light: '#8c5436' };

export type Draw = (sheet: Sheet, cut: Cut) => import('../tailor.ts').Drawing;
