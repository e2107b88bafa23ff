/** Everything the drawing code can make, by name; the demonstration catalogue speaks these words. */

export const garmentNames = [
  'agbada',
  'kaftan',
  'senator',
  'isiagu-tunic',
  'iro-buba',
  'ankara-gown',
  'bubu',
  'ankara-shirt',
  'children-set',
  'gele',
  'fila',
  'fila-abeti-aja',
  'red-cap',
  'aso-oke-stack',
  'fabric-bolt',
  'wrapper',
  'slipper',
  'sandals',
  'mule',
  'brogue',
  'tote',
  'clutch',
  'satchel',
] as const;
export type GarmentName = (typeof garmentNames)[number];

export const clothNames = [
  'adire-eleko',
  'adire-oniko',
  'adire-alabere',
  'adire-splash',
  'aso-oke-stripe',
  'aso-oke-openwork',
  'aso-oke-metallic',
  'ankara-discs',
  'ankara-feather',
  'ankara-fan',
  'ankara-floral',
  'ankara-crackle',
  'isiagu-lion',
  'plain-cashmere',
  'plain-linen',
  'brocade-damask',
  'lace-eyelet',
  'leather',
] as const;
export type ClothName = (typeof clothNames)[number];

export const paletteNames = [
  'indigo',
  'oxblood',
  'red',
  'palm',
  'ochre',
  'cream',
  'white',
  'coral',
  'sunset',
  'sunset-teal',
  'royal',
  'royal-silver',
  'wine',
  'champagne',
  'emerald',
  'teal',
  'sky',
  'rose',
  'charcoal',
  'sanyan',
  'etu',
  'alaari',
  'cognac',
] as const;
export type PaletteName = (typeof paletteNames)[number];

export const imageViews = ['front', 'detail', 'cloth'] as const;
export type ImageView = (typeof imageViews)[number];

export const slideThemes = ['owambe', 'adire-line', 'loom'] as const;
export type SlideTheme = (typeof slideThemes)[number];

/** One product image. Equal specs give equal bytes; `seed` varies the details (pattern, fold, backdrop). */
export type ImageSpec = {
  garment: GarmentName;
  cloth: ClothName;
  palette: PaletteName;
  /** Embroidery, lining, straps, the second piece of a set; chosen to suit `palette` when left out. */
  trim?: PaletteName;
  /** A variant of the garment: its sleeves, neck, length or parts. */
  style?: string;
  view: ImageView;
  seed: string;
};

/** One image of the front page's carousel. */
export type SlideSpec = { theme: SlideTheme; seed: string };

/** One square image of a category. */
export type TileSpec = Omit<ImageSpec, 'view'>;
