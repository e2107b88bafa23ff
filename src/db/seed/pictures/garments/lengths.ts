import type { Cloth } from '../cloth.ts';
import { spiralPath } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';

/** One folded cloth of the stack: two layers, closed on the left, edges open on the right. */
function folded(
  sheet: Sheet,
  cloth: Cloth,
  x: number,
  y: number,
  width: number,
  height: number,
  turn: number,
): string {
  const r = height / 2;
  const d = svg`M ${x + r} ${y} H ${x + width - 18} C ${x + width + 6} ${y} ${x + width + 6} ${y + r - 3} ${x + width - 14} ${y + r - 2} C ${x + width + 14} ${y + r} ${x + width + 10} ${y + height} ${x + width - 16} ${y + height} H ${x + r} C ${x + r - r * 1.34} ${y + height} ${x + r - r * 1.34} ${y} ${x + r} ${y} Z`;
  return (
    cast(d, 10, 0.3) +
    piece(sheet, d, {
      fill: cloth.fill(turn, 1.05, x + width / 2, y),
      edge: cloth.palette.ink,
      shade: 'none',
      inside:
        svg`<path d="M${x} ${y}H${x + width + 20}V${y + height * 0.2}H${x}Z" fill="#fff6e4" fill-opacity=".2"/><path d="M${x - 20} ${y + height * 0.74}H${x + width + 20}V${y + height}H${x - 20}Z" fill="#140a10" fill-opacity=".3"/>` +
        svg`<path d="M${x + r * 0.9} ${y + r}H${x + width + 10}" stroke="#140a10" stroke-opacity=".55" stroke-width="5"/><path d="M${x + r * 0.9} ${y + r + 5}H${x + width + 10}" stroke="#fff6e4" stroke-opacity=".22" stroke-width="4"/><path d="M${x - 20} ${y}H${x + r}V${y + height}H${x - 20}Z" fill="url(#foldL)" fill-opacity=".8"/>`,
    })
  );
}

/** Aso-oke as it is sold: folded, stacked, tied with a strip of its own cloth. */
export function stack(sheet: Sheet, cut: Cut): Drawing {
  const { cloth, second } = cut;
  const layers = [
    { cloth, x: 190, y: 1150, w: 820, h: 150 },
    { cloth: second, x: 214, y: 1010, w: 778, h: 140 },
    { cloth, x: 184, y: 864, w: 812, h: 146 },
    { cloth, x: 222, y: 724, w: 764, h: 140 },
    { cloth: second, x: 206, y: 586, w: 790, h: 138 },
  ];
  const hang =
    'M 520 592 C 520 566 536 556 560 556 H 830 C 854 556 866 566 866 592 L 886 1010 C 800 1022 620 1022 524 1010 Z';
  const fringe = times(
    29,
    (i) =>
      svg`<path d="M${534 + i * 12} ${1008 + (i % 2) * 3}q${i % 3 === 0 ? 6 : -4} 34 ${i % 2 ? 2 : -2} 62" stroke="${i % 4 ? cloth.palette.mid : cloth.palette.accent}" stroke-width="5" fill="none"/>`,
  );
  const drawn =
    layers.map((l) => folded(sheet, l.cloth, l.x, l.y, l.w, l.h, 90)).join('') +
    cast(hang, 14, 0.3) +
    piece(sheet, hang, {
      fill: cloth.fill(0, 1.05, 700, 560),
      edge: cloth.palette.ink,
      shade: 'none',
      inside:
        '<path d="M500 550H900V610H500Z" fill="#fff6e4" fill-opacity=".16"/><path d="M500 716H900V752H500Z" fill="#140a10" fill-opacity=".18"/>' +
        fold(600, 720, 590, 1020, 26, 0, 0.6) +
        fold(780, 720, 792, 1020, -26, 0, 0.6) +
        gleam(680, 700, 684, 1010, 40, 0, 0.8) +
        `<path d="${hang}" fill="url(#fall)"/>`,
    }) +
    fringe;
  return {
    svg: drawn,
    outlines: [],
    focus: { x: 640, y: 820, zoom: 2 },
    stands: { x: 600, y: 1298, rx: 520, ry: 46 },
  };
}

/** Two bolts: one standing, one lying with its cloth run out towards you. */
export function bolt(sheet: Sheet, cut: Cut): Drawing {
  const { cloth, second } = cut;
  const upright = (c: Cloth, x: number, top: number, w: number, turn: number) => {
    const d = svg`M ${x} ${top} C ${x} ${top - 26} ${x + w} ${top - 26} ${x + w} ${top} V 1010 H ${x} Z`;
    return (
      cast(d, 10, 0.2) +
      piece(sheet, d, {
        fill: c.fill(turn, 1, x + w / 2, 0),
        edge: c.palette.ink,
        shade: 'tube',
        inside: fold(x + w * 0.64, top, x + w * 0.64, 1100, 16, 0, 0.8),
      }) +
      svg`<ellipse cx="${x + w / 2}" cy="${top}" rx="${w / 2}" ry="22" fill="${c.palette.deep}" stroke="${c.palette.ink}" stroke-width="3"/><ellipse cx="${x + w / 2}" cy="${top}" rx="${w / 3}" ry="14" fill="none" stroke="${c.palette.mid}" stroke-width="4"/><ellipse cx="${x + w / 2}" cy="${top}" rx="${w / 7}" ry="7" fill="#d9b98a" stroke="#5b3a1e" stroke-width="3"/>`
    );
  };
  const roll =
    'M 210 900 C 160 900 130 960 130 1030 C 130 1100 160 1160 210 1160 H 990 C 1040 1160 1070 1100 1070 1030 C 1070 960 1040 900 990 900 Z';
  const sheetPath =
    'M 210 1040 C 206 1160 190 1250 150 1420 C 300 1440 420 1410 560 1428 C 700 1446 860 1414 1040 1432 C 1000 1260 992 1160 990 1040 Z';
  const drawn =
    upright(second, 300, 330, 190, 0) +
    upright(cloth, 470, 210, 210, 0) +
    upright(second, 690, 400, 180, 90) +
    cast(sheetPath, 16, 0.25) +
    piece(sheet, sheetPath, {
      fill: cloth.fill(0, 1.15, 600, 1040),
      edge: cloth.palette.ink,
      shade: 'body',
      inside:
        fold(400, 1150, 340, 1440, 60, -16, 0.8) +
        fold(620, 1150, 610, 1440, 50, 0, 0.7) +
        fold(820, 1150, 860, 1440, -60, 16, 0.8) +
        gleam(480, 1150, 440, 1430, 44, -8) +
        gleam(720, 1150, 740, 1430, 44, 8) +
        '<path d="M140 1130H1060V1230H140Z" fill="url(#under)"/>',
    }) +
    piece(sheet, roll, {
      fill: cloth.fill(0, 1.15, 600, 900),
      edge: cloth.palette.ink,
      shade: 'none',
      inside: '<path d="M100 900H1100V1160H100Z" fill="url(#rollShade)"/>',
    }) +
    svg`<ellipse cx="990" cy="1030" rx="78" ry="130" fill="${cloth.palette.deep}" stroke="${cloth.palette.ink}" stroke-width="3"/><g transform="translate(990 1030) scale(.6 1)"><path d="${spiralPath(0, 0, 118, 4.2)}" fill="none" stroke="${cloth.palette.mid}" stroke-width="6"/><circle r="30" fill="#d9b98a" stroke="#5b3a1e" stroke-width="5"/></g>`;
  sheet.def(
    '<linearGradient id="rollShade" x2="0" y2="1"><stop offset="0" stop-color="#140a10" stop-opacity=".3"/><stop offset=".26" stop-color="#fff6e4" stop-opacity=".24"/><stop offset=".5" stop-color="#140a10" stop-opacity="0"/><stop offset="1" stop-color="#140a10" stop-opacity=".58"/></linearGradient>',
  );
  return {
    svg: drawn,
    outlines: [],
    focus: { x: 560, y: 1080, zoom: 2 },
    stands: { x: 600, y: 1424, rx: 540, ry: 40 },
  };
}

/** A cloth length over a wooden rail, two falls. */
export function wrapper(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const edge = cloth.palette.ink;
  const back = 'M 250 236 H 960 L 980 1040 C 900 1056 340 1056 240 1040 Z';
  const front =
    'M 226 236 C 226 210 244 196 270 196 H 940 C 962 196 978 210 978 236 C 990 600 986 1000 1000 1330 C 930 1352 880 1320 800 1342 C 720 1362 660 1322 580 1342 C 500 1362 440 1322 360 1344 C 300 1356 250 1332 206 1338 C 220 1000 214 600 226 236 Z';
  const rail = svg`<path d="M96 196H1104V228H96Z" fill="url(#woodRail)" stroke="#3a2113" stroke-width="3"/><circle cx="96" cy="212" r="26" fill="url(#wood)" stroke="#3a2113" stroke-width="3"/><circle cx="1104" cy="212" r="26" fill="url(#wood)" stroke="#3a2113" stroke-width="3"/><path d="M180 0V196M1020 0V196" stroke="#3c3a38" stroke-width="6"/>`;
  sheet.def(
    '<linearGradient id="woodRail" x2="0" y2="1"><stop offset="0" stop-color="#c08a55"/><stop offset="1" stop-color="#5d3619"/></linearGradient>',
  );
  const folds = [300, 420, 540, 660, 780, 900]
    .map(
      (x, i) =>
        fold(x + 20, 240, x + (i % 2 ? 40 : -20), 1370, i % 2 ? 64 : 56, (i % 3) * 14 - 14, 0.85) +
        gleam(x - 36, 240, x - 60 + (i % 2) * 20, 1360, 40, (i % 3) * 14 - 14, 0.75),
    )
    .join('');
  const drawn =
    rail +
    piece(sheet, back, {
      fill: cloth.fill(0, 1.2, 600, 0),
      edge,
      shade: 'fall',
      inside: '<path d="M200 200H1000V1100H200Z" fill="#140a10" fill-opacity=".35"/>',
    }) +
    piece(sheet, front, {
      fill: cloth.fill(0, 1.2, 600, 196),
      edge,
      shade: 'body',
      inside:
        folds +
        '<path d="M200 196H1000V246H200Z" fill="#fff6e4" fill-opacity=".26"/><path d="M200 246H1000V330H200Z" fill="url(#under)" fill-opacity=".5"/>' +
        `<path d="M200 1296C260 1290 300 1314 360 1302C440 1280 500 1320 580 1300C660 1280 720 1320 800 1300C880 1278 930 1310 1010 1288" fill="none" stroke="${cloth.palette.pale}" stroke-opacity=".8" stroke-width="4" stroke-dasharray="12 8"/>`,
    });
  return { svg: drawn, outlines: [front], focus: { x: 480, y: 420, zoom: 2 } };
}
