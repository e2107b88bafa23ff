import type { PaletteName } from './names.ts';

/** The colours of one dye bath, dark to light, and two threads that sing beside it. */
export type Palette = {
  ink: string;
  deep: string;
  base: string;
  mid: string;
  pale: string;
  accent: string;
  second: string;
  /** Studio paper it stands well before: [light, dark] pairs. */
  papers: readonly (readonly [string, string])[];
  /** The trim that suits it when none is asked for. */
  trim: PaletteName;
};

const sand = ['#efe1cb', '#d9bf9c'] as const;
const blush = ['#f1d9cb', '#dcb29c'] as const;
const sage = ['#dfe0cb', '#b7bd9c'] as const;
const bone = ['#f3ebdf', '#ddccb4'] as const;
const clay = ['#cf9b78', '#a9694a'] as const;
const moss = ['#8d9274', '#646b4f'] as const;
const dusk = ['#7f97a0', '#556d79'] as const;
const honey = ['#ecc98d', '#cf9d55'] as const;
const plum = ['#8f6673', '#66434f'] as const;

const mix = (colours: string, trim: PaletteName, papers: readonly (readonly [string, string])[]): Palette => {
  const [ink, deep, base, mid, pale, accent, second] = colours.split(' ') as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { ink, deep, base, mid, pale, accent, second, trim, papers };
};

export const palettes: Record<PaletteName, Palette> = {
  indigo: mix('#0b1230 #15215a #22378c #4d66bd #e9e8f2 #f0b13c #d9502e', 'champagne', [sand, blush, honey]),
  oxblood: mix('#26060a #4d0f14 #7e1a1f #ab3d36 #f6e2cf #e2a33a #1f5a4c', 'champagne', [sand, sage, bone]),
  red: mix('#3a0508 #7d0f14 #b91e22 #dc5145 #fbe6da #e8b94a #1f5a4c', 'champagne', [sand, sage, bone]),
  palm: mix('#0a2416 #12402a #1f6a41 #4d9a5d #eff1d8 #f2b632 #d4492c', 'ochre', [blush, sand]),
  ochre: mix('#3b2306 #7d4b0c #cc8a1c #e8b24c #fdf0cf #8a1f22 #1d3a6e', 'oxblood', [bone, dusk, sage]),
  cream: mix('#4a3b28 #a68d68 #eddfc4 #d8c39d #fdf8ec #b8862f #8a1f22', 'ochre', [clay, moss, dusk]),
  white: mix('#4b5058 #a9adb4 #f6f3ec #dedbd4 #ffffff #c49a45 #2c3e70', 'indigo', [dusk, clay, plum]),
  coral: mix('#4a120d #a5372b #e8674f #f39a80 #feeee2 #f4c04f #17606b', 'teal', [bone, sage, dusk]),
  sunset: mix('#3d1404 #8a3109 #d0560f #ee8d3c #fdecd3 #6a1f52 #f3c04a', 'wine', [bone, sage, sand]),
  'sunset-teal': mix('#3d1404 #8a3109 #d0560f #ee8d3c #fdecd3 #14707a #f3c04a', 'teal', [bone, sage, sand]),
  royal: mix('#06103a #0f2585 #1a43cf #5a86f0 #eef3ff #ecd9a0 #d8932a', 'champagne', [sand, blush, bone]),
  'royal-silver': mix('#06103a #0f2585 #1a43cf #5a86f0 #eef3ff #d5dce8 #8fb0f5', 'champagne', [
    sand,
    blush,
    bone,
  ]),
  wine: mix('#25040f #470b20 #741536 #a8425f #f7e4e2 #dcae62 #3f5c46', 'rose', [bone, sage, blush]),
  champagne: mix('#463718 #96793f #d9c08b #e9d8ae #fdf7e6 #a87b2c #6d3b2c', 'wine', [plum, moss, clay]),
  emerald: mix('#03241f #064a3f #0b7a62 #3fae8e #e4f5e9 #efc04e #cf3f63', 'champagne', [blush, sand, honey]),
  teal: mix('#06232b #0c4552 #16707f #4fa3ab #e5f3ef #ef8a3f #f5cb5c', 'sunset', [blush, sand, bone]),
  sky: mix('#12304d #2a628f #68a7d4 #a0cbe6 #f2f8fc #f0b23e #c9482f', 'white', [sand, clay, honey]),
  rose: mix('#47101f #96304f #d46a86 #eaa3b1 #feeeee #cfa14b #3e6b52', 'wine', [bone, sage, sand]),
  charcoal: mix('#0c0d10 #1b1d22 #2f3238 #5b5f68 #e8e5de #cfa14b #a33a2e', 'champagne', [sand, sage, clay]),
  sanyan: mix('#3e2c19 #7f6140 #bd9a6c #d9be94 #f7ebd3 #8c5f2e #fff7e5', 'cream', [moss, bone, dusk]),
  etu: mix('#080d22 #101a3f #1b2b60 #4d6aa8 #d3dff2 #8fb2df #f4f1e6', 'sky', [sand, blush, clay]),
  alaari: mix('#2f0511 #650b22 #a3163a #cf4a62 #fce4df #f0b640 #2d1a52', 'ochre', [bone, sand, sage]),
  cognac: mix('#2a1207 #5b2c12 #96511f #bf7c3f #f4e0c2 #d9b36a #2c2018', 'champagne', [bone, sage, dusk]),
};
