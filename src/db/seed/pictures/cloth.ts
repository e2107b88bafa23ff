import { alabere, eleko, oniko, splash } from './cloth/adire.ts';
import { crackle, discs, fan, feather, floral } from './cloth/ankara.ts';
import { metallic, openwork, stripe } from './cloth/aso-oke.ts';
import { damask } from './cloth/brocade.ts';
import { isiagu } from './cloth/isiagu.ts';
import { eyelet } from './cloth/lace.ts';
import { cashmere, leather, linen } from './cloth/plain.ts';
import type { Tile } from './cloth/tile.ts';
import type { ClothName, PaletteName } from './names.ts';
import { type Palette, palettes } from './palettes.ts';
import { type Random, randomFrom } from './random.ts';
import { type Sheet, svg } from './sheet.ts';

const tiles: Record<ClothName, (palette: Palette, random: Random) => Tile> = {
  'adire-eleko': eleko,
  'adire-oniko': oniko,
  'adire-alabere': alabere,
  'adire-splash': splash,
  'aso-oke-stripe': stripe,
  'aso-oke-openwork': openwork,
  'aso-oke-metallic': metallic,
  'ankara-discs': discs,
  'ankara-feather': feather,
  'ankara-fan': fan,
  'ankara-floral': floral,
  'ankara-crackle': crackle,
  'isiagu-lion': isiagu,
  'plain-cashmere': cashmere,
  'plain-linen': linen,
  'brocade-damask': damask,
  'lace-eyelet': eyelet,
  leather,
};

/** How large a repeat is on a garment 1200 units wide, so that the pattern still reads on a phone. */
const scales: Record<ClothName, number> = {
  'adire-eleko': 0.62,
  'adire-oniko': 0.66,
  'adire-alabere': 0.6,
  'adire-splash': 0.8,
  'aso-oke-stripe': 0.72,
  'aso-oke-openwork': 0.66,
  'aso-oke-metallic': 0.7,
  'ankara-discs': 0.68,
  'ankara-feather': 0.6,
  'ankara-fan': 0.66,
  'ankara-floral': 0.6,
  'ankara-crackle': 0.62,
  'isiagu-lion': 0.66,
  'plain-cashmere': 0.7,
  'plain-linen': 0.9,
  'brocade-damask': 0.6,
  'lace-eyelet': 0.56,
  leather: 0.6,
};

/** A cloth ready to be cut: ask it for a fill in any direction. */
export type Cloth = {
  name: ClothName;
  palette: Palette;
  /** Its colour from afar. */
  ground: string;
  /** A paint for `fill`: turned by degrees, scaled beside the cloth's own scale, moved by x and y. */
  fill: (turn?: number, scale?: number, x?: number, y?: number) => string;
};

export function clothOn(sheet: Sheet, name: ClothName, palette: PaletteName): Cloth {
  const colours = palettes[palette];
  const tile = tiles[name](colours, randomFrom(`${name}/${sheet.seed}`));
  const id = sheet.id();
  sheet.def(
    svg`<pattern id="${id}" patternUnits="userSpaceOnUse" width="${tile.width}" height="${tile.height}">${tile.svg}</pattern>`,
  );
  const made = new Map<string, string>();
  return {
    name,
    palette: colours,
    ground: tile.ground,
    fill: (turn = 0, scale = 1, x = 600, y = 0) => {
      const scaleBy = scales[name] * scale;
      // A repeat of whole pixels at a whole place is copied; any other is resampled, at twelve times the
      // cost. librsvg cuts the size off instead of rounding it, hence the hair on top.
      const whole = (size: number) => (Math.round(size * scaleBy) + 1e-4) / size;
      const across = whole(tile.width);
      const down = whole(tile.height);
      const transform = `translate(${Math.round(x)} ${Math.round(y)}) rotate(${turn}) scale(${across.toFixed(12)} ${down.toFixed(12)})`;
      const known = made.get(transform);
      if (known) return known;
      const copy = sheet.id();
      sheet.def(`<pattern id="${copy}" href="#${id}" patternTransform="${transform}"/>`);
      made.set(transform, `url(#${copy})`);
      return `url(#${copy})`;
    },
  };
}
