import { button, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, mirrorPath, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';
import { hanger } from './stands.ts';

/** Camp-collar shirt, short sleeves, worn loose. */
export function shirt(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const edge = cloth.palette.ink;
  const half =
    'M 508 300 C 430 322 360 346 306 384 C 300 560 304 900 296 1196 C 390 1226 510 1232 612 1230 L 612 560 C 580 480 540 390 508 300 Z';
  const right =
    'M 692 300 C 770 322 840 346 894 384 C 900 560 896 900 904 1196 C 810 1226 690 1232 588 1230 L 588 560 C 620 480 660 390 692 300 Z';
  const sleeve =
    'M 330 366 C 262 404 222 470 190 560 C 166 630 140 690 124 748 C 122 764 128 774 146 784 C 196 812 262 830 312 832 C 324 832 330 826 332 812 C 336 660 346 500 330 366 Z';
  const lapel =
    'M 512 292 C 494 306 480 330 474 356 L 430 470 C 470 474 496 466 514 452 L 604 590 C 606 520 570 400 528 300 Z';
  const oneSleeve = piece(sheet, sleeve, {
    fill: cloth.fill(24, 1, 230, 400),
    edge,
    shade: 'tube',
    inside:
      fold(326, 430, 210, 820, 44, -16, 0.9) +
      fold(330, 520, 290, 840, 30, 4, 0.7) +
      gleam(300, 420, 180, 790, 26, -22) +
      '<path d="M126 724C190 762 264 784 334 788" stroke="#140a10" stroke-opacity=".4" stroke-width="4" fill="none" stroke-dasharray="10 6"/>',
  });
  const folds =
    fold(330, 420, 380, 800, 40, 20, 0.7) +
    fold(400, 760, 380, 1230, 54, -10) +
    fold(500, 820, 492, 1230, 40, -6, 0.8) +
    gleam(420, 640, 410, 1220, 34, -6) +
    '<path d="M290 1180C390 1208 510 1214 620 1212" stroke="#140a10" stroke-opacity=".38" stroke-width="3.500" fill="none" stroke-dasharray="10 6"/>';
  const pocket = 'M 690 620 L 824 612 L 828 760 L 762 790 L 694 768 Z';
  const oneLapel = (fill: string) =>
    piece(sheet, lapel, {
      fill,
      edge,
      shade: 'fall',
      line: 4,
      inside: '<path d="M400 280H620V600H400Z" fill="#140a10" fill-opacity=".2"/>',
    }) +
    thread(
      'M 512 296 C 496 308 482 330 476 358 L 432 468 C 470 473 496 464 514 450 L 602 584',
      cloth.palette.pale,
      7,
      edge,
    );
  const drawn =
    hanger(sheet, 290) +
    oneSleeve +
    mirrored(oneSleeve) +
    `<path d="M508 300C540 262 660 262 692 300L610 600H590Z" fill="${cloth.palette.deep}"/><path d="M508 300C540 262 660 262 692 300L610 600H590Z" fill="#140a10" fill-opacity=".45"/>` +
    piece(
      sheet,
      'M 512 296 C 544 262 656 262 688 296 C 676 322 640 336 600 336 C 560 336 524 322 512 296 Z',
      {
        fill: cloth.fill(0, 1, 600, 0),
        edge,
        shade: 'fall',
        inside: '<path d="M500 250H700V340H500Z" fill="#140a10" fill-opacity=".3"/>',
      },
    ) +
    piece(sheet, right, { fill: cloth.fill(0, 1, 560, 40), edge, shade: 'body', inside: mirrored(folds) }) +
    cast(half, 6, 0.14) +
    piece(sheet, half, { fill: cloth.fill(0, 1, 600, 40), edge, shade: 'body', inside: folds }) +
    cast(pocket, 12, 0.4) +
    piece(sheet, pocket, { fill: cloth.fill(0, 1, 620, 70), edge, shade: 'fall' }) +
    thread('M 692 644 L 825 636 M 690 620 L 824 612', cloth.palette.pale, 5, edge) +
    thread('M 612 588 V 1230', cloth.palette.pale, 5, edge) +
    cast(lapel, 16, 0.42) +
    mirrored(cast(lapel, 16, 0.42)) +
    mirrored(oneLapel(cloth.fill(-24, 1, 600, 0))) +
    oneLapel(cloth.fill(-24, 1, 600, 0)) +
    times(5, (i) => button(590, 650 + i * 122, 15, cloth.palette.pale));
  return {
    svg: drawn,
    outlines: [half, right, sleeve, mirrorPath(sleeve)],
    focus: { x: 640, y: 520, zoom: 2 },
  };
}
