import { backdrop } from './backdrop.ts';
import { type Cloth, clothOn } from './cloth.ts';
import { drape } from './drape.ts';
import type { Cut } from './garments/cut.ts';
import { draw } from './garments/draw.ts';
import type { GarmentName, ImageSpec, PaletteName } from './names.ts';
import { palettes } from './palettes.ts';
import { newSheet, type Sheet, svg } from './sheet.ts';
import type { Drawing } from './tailor.ts';

const head = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500" viewBox="0 0 1200 1500">`;

/** Bags carry a printed panel; everything else is completed in plain cloth. */
const companions: Partial<
  Record<GarmentName, 'plain-cashmere' | 'brocade-damask' | 'aso-oke-stripe' | 'ankara-discs' | 'lace-eyelet'>
> = {
  'iro-buba': 'aso-oke-stripe',
  satchel: 'ankara-discs',
  'aso-oke-stack': 'aso-oke-stripe',
  'fabric-bolt': 'brocade-damask',
  gele: 'lace-eyelet',
};

/** Lays out the cloths of a garment: its own, its companion, its thread. */
export function cutFor(
  sheet: Sheet,
  spec: Pick<ImageSpec, 'garment' | 'cloth' | 'palette' | 'trim' | 'style'>,
): Cut {
  const trim: PaletteName = spec.trim ?? palettes[spec.palette].trim;
  const cloth: Cloth = clothOn(sheet, spec.cloth, spec.palette);
  const second = clothOn(
    sheet,
    spec.style === 'panel' ? 'adire-eleko' : spec.style === 'cuffs' ? 'aso-oke-openwork' : (companions[spec.garment] ?? 'plain-cashmere'),
    trim,
  );
  return {
    cloth,
    second,
    trim: palettes[trim],
    threadColour: spec.style === 'grand' ? palettes[trim].base : spec.style === 'grid' ? '#d3ccbc' : palettes[spec.palette].accent,
    style: spec.style,
  };
}

/** What a drawing throws on wall and ground. */
export function shadowOf(drawing: Drawing): string {
  // One path and fill-opacity: a group with opacity costs librsvg a whole extra canvas.
  const wall = drawing.outlines.join('');
  const ground = drawing.stands;
  return (
    `<g fill="#3a1c10"><path d="${wall}" fill-opacity=".13" transform="translate(34 40)"/><path d="${wall}" fill-opacity=".17" transform="translate(16 20)"/></g>` +
    (ground
      ? svg`<ellipse cx="${ground.x + 14}" cy="${ground.y}" rx="${ground.rx}" ry="${ground.ry * 1.5}" fill="url(#pool)"/>`
      : '')
  );
}

/** The garment before the studio wall. */
function front(spec: ImageSpec): string {
  const sheet = newSheet(spec.seed);
  const drawing = draw[spec.garment](sheet, cutFor(sheet, spec));
  const wall = backdrop(sheet, palettes[spec.palette], spec.seed);
  const body = `${shadowOf(drawing)}${drawing.svg}`;
  const placed = drawing.place ? `<g transform="${drawing.place}">${body}</g>` : body;
  return `${head}${sheet.defs()}${wall}${placed}</svg>`;
}

/** The same garment from near. Not turned: a turned pattern costs librsvg twelve times the time. */
function detail(spec: ImageSpec): string {
  const sheet = newSheet(spec.seed);
  const drawing = draw[spec.garment](sheet, cutFor(sheet, spec));
  const wall = backdrop(sheet, palettes[spec.palette], spec.seed);
  const { x, y, zoom } = drawing.focus;
  const near = svg`translate(600 750) scale(${zoom}) translate(${-x} ${-y})`;
  return `${head}${sheet.defs()}<g transform="${near}">${wall}${shadowOf(drawing)}${drawing.svg}</g></svg>`;
}

/** Nothing but the cloth. */
function cloth(spec: ImageSpec): string {
  const sheet = newSheet(spec.seed);
  const laid = drape(sheet, clothOn(sheet, spec.cloth, spec.palette), 1200, 1500, sheet.random);
  return `${head}${sheet.defs()}${laid}</svg>`;
}

const views = { front, detail, cloth };

/** One product image as a complete SVG document of 1200 × 1500; equal specs give equal text. */
export function drawProduct(spec: ImageSpec): string {
  return views[spec.view](spec);
}
