import type { Palette } from './palettes.ts';
import { type Random, randomFrom } from './random.ts';
import type { Sheet } from './sheet.ts';
import { svg } from './sheet.ts';

/** The studio: paper wall, light from the left, and one cut-paper shape behind the piece. */
export function backdrop(sheet: Sheet, palette: Palette, seed: string): string {
  const random: Random = randomFrom(`studio/${seed}`);
  const [light, dark] = random.pick(palette.papers);
  const shape = random.int(0, 2);
  const wall = sheet.id();
  sheet.def(
    `<radialGradient id="${wall}" cx=".36" cy=".3" r=".95"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`,
  );
  const shapes = [
    // an arch
    'M 170 1500 V 640 C 170 360 360 150 600 150 C 840 150 1030 360 1030 640 V 1500 Z',
    // a sun
    'M 600 170 C 880 170 1090 390 1090 670 C 1090 950 880 1170 600 1170 C 320 1170 110 950 110 670 C 110 390 320 170 600 170 Z',
    // a hanging sheet of paper
    'M 190 90 H 1010 V 1290 H 190 Z',
  ];
  const floor =
    shape === 0
      ? ''
      : svg`<path d="M0 1300H1200V1500H0Z" fill="${dark}"/><path d="M0 1300H1200V1360H0Z" fill="url(#under)" fill-opacity=".12"/>`;
  return `<rect width="1200" height="1500" fill="url(#${wall})"/>${floor}<path d="${shapes[shape]!}" fill="${light}" fill-opacity=".62"/><path d="${shapes[shape]!}" fill="url(#glow)" fill-opacity=".25"/>`;
}
