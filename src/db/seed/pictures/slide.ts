import { clothOn } from './cloth.ts';
import { draw } from './garments/draw.ts';
import { beads } from './garments/stands.ts';
import type { GarmentName, ImageSpec, SlideSpec, SlideTheme } from './names.ts';
import { feet, hands, neck } from './person.ts';
import { cutFor, shadowOf } from './plate.ts';
import { newSheet, type Sheet, svg, times } from './sheet.ts';
import { fold, gleam, piece } from './tailor.ts';

type Look = Omit<ImageSpec, 'view' | 'seed'>;

const at = (x: number, y: number, scale: number, drawing: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`;

/** A guest in full dress, cropped below the chin by the upper edge of the slide; `scale` is their size. */
function guest(sheet: Sheet, look: Look, x: number, scale: number, strands = 0): string {
  const dress = draw[look.garment](sheet, { ...cutFor(sheet, look), isWorn: true });
  return at(
    x - 600 * scale,
    -172 * scale,
    scale,
    `<ellipse cx="620" cy="1484" rx="420" ry="44" fill="url(#pool)"/>${feet()}${look.garment === 'agbada' ? '' : hands(sheet)}${neck(sheet)}${dress.svg}${strands ? beads(250, strands) : ''}`,
  );
}

const look = (
  garment: GarmentName,
  cloth: Look['cloth'],
  palette: Look['palette'],
  trim?: Look['trim'],
): Look => ({
  garment,
  cloth,
  palette,
  ...(trim ? { trim } : {}),
});

function wall(sheet: Sheet, colours: [string, string, string], floor: number): string {
  const id = sheet.id();
  sheet.def(
    `<linearGradient id="${id}"><stop offset="0" stop-color="${colours[0]}"/><stop offset=".4" stop-color="${colours[1]}"/><stop offset="1" stop-color="${colours[2]}"/></linearGradient>`,
  );
  return `<rect width="1920" height="1080" fill="url(#${id})"/><path d="M0 ${floor}H1920V1080H0Z" fill="#140a10" fill-opacity=".3"/>`;
}

/** The party: guests in a row, lamps over them. */
function owambe(sheet: Sheet): string {
  const lamps = times(15, (i) => {
    const x = 700 + i * 90;
    const y = 96 + Math.sin((i / 14) * Math.PI * 2.5) * 34 + (i % 2) * 8;
    return svg`<circle cx="${x}" cy="${y + 26}" r="46" fill="url(#glow)" fill-opacity=".5"/><circle cx="${x}" cy="${y + 26}" r="11" fill="#ffe2a0"/>`;
  });
  return (
    wall(sheet, ['#2c0a1c', '#4f122a', '#a33a2f'], 930) +
    '<circle cx="1330" cy="376" r="540" fill="#e08a3c" fill-opacity=".5"/><circle cx="1330" cy="376" r="450" fill="#f0b45a" fill-opacity=".45"/>' +
    `<path d="M500 60C760 190 900 60 1120 110C1340 160 1500 60 1920 120" stroke="#2a0a14" stroke-width="4" fill="none"/>${lamps}` +
    guest(sheet, look('kaftan', 'brocade-damask', 'royal', 'champagne'), 1004, 0.62, 2) +
    guest(sheet, look('agbada', 'aso-oke-stripe', 'alaari', 'champagne'), 1784, 0.66, 2) +
    guest(
      sheet,
      { ...look('iro-buba', 'lace-eyelet', 'champagne', 'emerald'), style: 'bell' },
      1516,
      0.69,
      0,
    ) +
    guest(sheet, look('agbada', 'brocade-damask', 'emerald', 'champagne'), 1250, 0.71, 2)
  );
}

/** Wet indigo on the line, the pots below. */
function adireLine(sheet: Sheet): string {
  const hang = (x: number, width: number, length: number, cloth: Look['cloth'], palette: Look['palette']) => {
    const c = clothOn(sheet, cloth, palette);
    const y = 150 + ((x - 1300) / 600) ** 2 * -18 + 18;
    const r = x + width;
    const d = svg`M ${x} ${y} C ${x + width * 0.3} ${y + 10} ${x + width * 0.7} ${y + 10} ${r} ${y} C ${r + 12} ${y + length * 0.4} ${r - 6} ${y + length * 0.7} ${r + 16} ${y + length} C ${x + width * 0.75} ${y + length + 22} ${x + width * 0.6} ${y + length - 16} ${x + width * 0.45} ${y + length + 4} C ${x + width * 0.3} ${y + length + 20} ${x + width * 0.15} ${y + length - 8} ${x - 12} ${y + length + 6} C ${x + 8} ${y + length * 0.6} ${x - 10} ${y + length * 0.3} ${x} ${y} Z`;
    const folds = times(4, (i) => {
      const fx = x + width * (0.2 + i * 0.22);
      return (
        fold(fx, y, fx + (i % 2 ? 12 : -10), y + length + 20, 34, i % 2 ? 10 : -8, 0.9) +
        gleam(fx - 30, y, fx - 40, y + length, 26, 0, 0.7)
      );
    });
    const pegs = times(
      2,
      (i) =>
        svg`<path d="M${x + 24 + i * (width - 60)} ${y - 16}h14v46h-14Z" fill="#d9a566" stroke="#5a3219" stroke-width="2"/>`,
    );
    return (
      `<path d="${d}" transform="translate(40 30)" fill="#2a0d08" fill-opacity=".34"/>` +
      piece(sheet, d, {
        fill: c.fill(0, 1.15, x, y),
        edge: c.palette.ink,
        shade: 'body',
        inside:
          folds +
          svg`<path d="M${x - 20} ${y}H${r + 20}V${y + 26}H${x - 20}Z" fill="#fff6e4" fill-opacity=".22"/>`,
      }) +
      pegs
    );
  };
  const pot = (x: number, y: number, s: number, inside: string) =>
    at(
      x,
      y,
      s,
      `<ellipse cx="0" cy="196" rx="190" ry="26" fill="url(#pool)"/>${piece(sheet, 'M -120 0 C -190 40 -196 150 -100 196 C -60 204 60 204 100 196 C 196 150 190 40 120 0 Z', { fill: '#8c3f22', edge: '#351308', shade: 'tube', inside: '<path d="M-180 70C-80 96 80 96 180 70M-184 92C-80 118 80 118 184 92" stroke="#f0c48a" stroke-opacity=".5" stroke-width="5" fill="none" stroke-dasharray="14 8"/>' })}<ellipse cx="0" cy="0" rx="128" ry="30" fill="#6d2d16" stroke="#351308" stroke-width="4"/><ellipse cx="0" cy="2" rx="104" ry="21" fill="${inside}"/>`,
    );
  return (
    wall(sheet, ['#2c130f', '#5e2618', '#d98b4a'], 900) +
    '<circle cx="1500" cy="330" r="250" fill="#f3c27a" fill-opacity=".55"/>' +
    '<path d="M0 96C500 190 900 160 1300 168C1600 172 1800 140 1920 112" stroke="#2b160d" stroke-width="7" fill="none"/>' +
    hang(818, 210, 560, 'adire-alabere', 'etu') +
    hang(1064, 300, 690, 'adire-eleko', 'indigo') +
    hang(1406, 240, 600, 'adire-oniko', 'indigo') +
    hang(1686, 260, 650, 'adire-splash', 'teal') +
    pot(960, 850, 0.86, '#16225e') +
    pot(1490, 830, 1.08, '#0d1640') +
    pot(1740, 892, 0.8, '#0b4a55')
  );
}

/** The weaver's shop: strips from the loom, a gele, a folded stack. */
function loom(sheet: Sheet): string {
  const strips: [number, Look['cloth'], Look['palette'], number][] = [
    [840, 'aso-oke-openwork', 'etu', 640],
    [1500, 'aso-oke-metallic', 'emerald', 560],
    [1636, 'aso-oke-stripe', 'indigo', 700],
    [1772, 'aso-oke-openwork', 'alaari', 600],
  ];
  const hung = strips
    .map(([x, cloth, palette, length]) => {
      const c = clothOn(sheet, cloth, palette);
      const d = svg`M ${x} ${-10} H ${x + 104} V ${length} H ${x} Z`;
      const fringe = times(
        13,
        (i) =>
          svg`<path d="M${x + 4 + i * 8} ${length}q${(i % 3) - 1} 22 ${(i % 2) * 3 - 1} 44" stroke="${i % 3 ? c.palette.mid : c.palette.accent}" stroke-width="4" fill="none"/>`,
      );
      return `<path d="${d}" transform="translate(22 16)" fill="#140a10" fill-opacity=".35"/>${piece(sheet, d, { fill: c.fill(0, 1.2, x, 0), edge: c.palette.ink, shade: 'tube' })}${fringe}`;
    })
    .join('');
  const robe = draw.agbada(sheet, cutFor(sheet, look('agbada', 'aso-oke-stripe', 'sanyan', 'cream')));
  const stack = draw['aso-oke-stack'](
    sheet,
    cutFor(sheet, look('aso-oke-stack', 'aso-oke-stripe', 'sanyan', 'emerald')),
  );
  return (
    wall(sheet, ['#0c2219', '#143a2c', '#3d7355'], 2000) +
    '<circle cx="1210" cy="420" r="400" fill="#e8c98a" fill-opacity=".3"/>' +
    hung +
    at(1170 - 600 * 0.8, 930 - 1490 * 0.64, 0.8, shadowOf(robe) + robe.svg) +
    '<path d="M1380 1030H1920V1080H1380Z" fill="#3b2114"/><path d="M1380 1018H1920V1034H1380Z" fill="#8b5a33"/>' +
    at(1662 - 600 * 0.46, 1020 - 1300 * 0.46, 0.46, stack.svg)
  );
}

const themes: Record<SlideTheme, (sheet: Sheet) => string> = { owambe, 'adire-line': adireLine, loom };

/** One slide of the front page as a complete SVG document of 1920 × 1080. */
export function drawSlide(spec: SlideSpec): string {
  const sheet = newSheet(spec.seed);
  const fixture = themes[spec.theme](sheet);
  sheet.def(
    '<linearGradient id="calm"><stop offset="0" stop-color="#0b0508" stop-opacity=".3"/><stop offset=".36" stop-color="#0b0508" stop-opacity=".22"/><stop offset=".6" stop-color="#0b0508" stop-opacity="0"/></linearGradient>',
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080" viewBox="0 0 1920 1080">${sheet.defs()}${fixture}<rect width="1920" height="1080" fill="url(#calm)"/></svg>`;
}
