import { button, plait, satin, spiralPath, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, mirrorPath, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';
import { hanger } from './stands.ts';
import { trousers } from './trousers.ts';

/** The worked panel under the neck: knots in the middle, scrolls outward, knives at the foot. */
function chest(cut: Cut): string {
  const gold = cut.threadColour;
  const second = cut.trim.mid;
  const panel =
    'M 532 448 C 516 560 510 720 516 850 L 600 930 L 684 850 C 690 720 684 560 668 448 L 600 506 Z';
  const side =
    thread('M 532 440 C 514 560 508 720 514 852 L 600 936', gold, 9) +
    thread('M 512 420 C 490 560 486 720 492 862 L 600 964', second, 6) +
    times(4, (i) =>
      thread(spiralPath(452 - i * 1.5, 500 + i * 92, 31, 2.2, 10, i % 2 ? 1 : -1), i % 2 ? second : gold, 7),
    ) +
    times(3, (i) => satin(svg`M${474 - i} ${532 + i * 92}l-44 14l44 14Z`, i % 2 ? gold : second)) +
    times(3, (i) =>
      satin(
        svg`M${504 + i * 30} ${890 + i * 28}l-26 ${62 + i * 8}l44 -${40 + i * 10}Z`,
        i % 2 ? second : gold,
      ),
    ) +
    plait(562, 520, 300, 15, gold, second, 5);
  return (
    `<path d="${panel}" fill="#140a10" fill-opacity=".24"/>` +
    side +
    mirrored(side) +
    plait(600, 540, 340, 17, second, gold, 6) +
    satin('M600 972L620 1030L600 1096L580 1030Z', gold)
  );
}

/** Agbada: the wide robe over a tunic and trousers. */
export function agbada(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const edge = cloth.palette.ink;
  const body =
    'M 505 262 C 430 282 370 300 322 330 C 300 560 288 900 296 1216 C 400 1254 500 1266 600 1266 C 700 1266 800 1254 904 1216 C 912 900 900 560 878 330 C 830 300 770 282 695 262 C 676 352 640 430 600 470 C 560 430 524 352 505 262 Z';
  const sleeve =
    'M 356 310 C 262 330 196 410 152 560 C 104 730 76 900 70 1060 C 70 1118 100 1152 160 1166 C 230 1180 290 1172 342 1150 C 372 1020 380 600 356 310 Z';
  const tunic = 'M 398 1120 L 392 1348 C 460 1368 740 1368 808 1348 L 802 1120 Z';
  const oneSleeve = piece(sheet, sleeve, {
    fill: cloth.fill(13, 1, 240, 300),
    edge,
    shade: 'none',
    inside:
      fold(356, 320, 186, 1172, 66, -76) +
      fold(356, 330, 256, 1176, 56, -44, 0.9) +
      fold(356, 340, 322, 1170, 42, -14, 0.9) +
      fold(344, 322, 108, 1130, 50, -92, 0.8) +
      gleam(348, 360, 200, 1160, 28, -66) +
      gleam(352, 360, 274, 1160, 22, -36) +
      `<path d="${sleeve}" fill="url(#fall)"/>` +
      thread('M 74 1050 C 76 1112 104 1142 162 1154 C 230 1168 290 1160 344 1138', cut.threadColour, 7) +
      thread('M 76 1022 C 80 1086 108 1118 164 1130 C 232 1144 292 1136 346 1114', cut.trim.mid, 4),
  });
  const neck = 'M 505 262 C 524 352 560 430 600 470 C 640 430 676 352 695 262';
  const hole = 'M 508 262 C 528 228 672 228 692 262 C 676 312 640 336 600 336 C 560 336 524 312 508 262 Z';
  const drawn =
    (cut.isWorn ? '' : hanger(sheet, 262)) +
    trousers(sheet, cut, 1260, 1446) +
    cast(tunic, 22, 0.3) +
    piece(sheet, tunic, {
      fill: cloth.fill(0, 1, 600, 100),
      edge,
      inside:
        fold(470, 1140, 456, 1370, 30, -6) +
        fold(740, 1140, 752, 1370, -30, 6) +
        '<path d="M380 1240H820V1330H380Z" fill="url(#under)" fill-opacity=".9"/>',
    }) +
    // the tunic's own neck shows in the robe's
    piece(sheet, 'M 500 256 L 700 256 L 700 480 L 500 480 Z', {
      fill: cloth.fill(0, 0.9, 600, 60),
      edge,
      shade: 'none',
      inside: `<path d="M500 250H700V480H500Z" fill="#140a10" fill-opacity=".24"/>${thread('M 600 340 V 480', cut.threadColour, 5)}${button(600, 376, 9, cut.threadColour)}${button(600, 426, 9, cut.threadColour)}`,
    }) +
    piece(sheet, hole, {
      fill: cloth.palette.ink,
      edge,
      shade: 'none',
      inside: `<path d="M508 262C528 240 672 240 692 262L690 286C660 270 540 270 510 286Z" fill="${cloth.palette.base}" fill-opacity=".55"/>`,
    }) +
    thread('M 506 262 C 524 314 560 340 600 340 C 640 340 676 314 694 262', cut.threadColour, 6) +
    oneSleeve +
    mirrored(oneSleeve) +
    cast(
      'M 330 340 L 306 1206 C 500 1262 700 1262 894 1206 L 870 340 C 760 900 440 900 330 340 Z',
      14,
      0.14,
    ) +
    piece(sheet, body, {
      fill: cloth.fill(0, 1, 600, 40),
      edge,
      shade: 'none',
      inside:
        fold(372, 312, 344, 1256, 50, -10) +
        fold(420, 300, 414, 1264, 38, -4, 0.7) +
        fold(828, 312, 856, 1256, -50, 10) +
        fold(780, 300, 786, 1264, -38, 4, 0.7) +
        fold(520, 940, 500, 1280, 44, -6, 0.9) +
        fold(690, 940, 706, 1280, -44, 6, 0.9) +
        fold(604, 1080, 606, 1280, 28, 0, 0.6) +
        gleam(400, 330, 388, 1180, 22, -8) +
        gleam(786, 330, 800, 1180, 22, 8) +
        gleam(540, 900, 530, 1200, 30, 0, 0.5) +
        `<path d="${body}" fill="url(#fall)"/>` +
        chest(cut) +
        thread('M 298 1202 C 400 1240 500 1252 600 1252 C 700 1252 800 1240 902 1202', cut.threadColour, 7) +
        thread('M 299 1176 C 400 1214 500 1226 600 1226 C 700 1226 800 1214 901 1176', cut.trim.mid, 4),
    }) +
    thread(neck, cut.threadColour, 13) +
    thread('M 488 268 C 508 362 550 448 600 496 C 650 448 692 362 712 268', cut.trim.mid, 7);
  return {
    svg: drawn,
    outlines: [body, sleeve, mirrorPath(sleeve), tunic],
    focus: { x: 600, y: 560, zoom: 2 },
    place: 'translate(0 -44)',
  };
}
