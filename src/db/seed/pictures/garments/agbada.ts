import { button, plait, satin, spiralPath, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, mirrorPath, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';
import { trousers } from './trousers.ts';

/** Spirals, knives and the bib: the embroidery that makes the robe a chief's. */
function chest(cut: Cut): string {
  const gold = cut.threadColour;
  const second = cut.trim.mid;
  const half =
    thread(spiralPath(500, 560, 62, 2.6, -30), gold, 9) +
    thread(spiralPath(486, 706, 40, 2.1, -120), second, 8) +
    thread('M560 470C520 486 470 500 440 548M438 560C424 640 430 720 452 776', gold, 8) +
    times(4, (i) =>
      satin(
        svg`M${440 + i * 40} ${792 + i * 14}L${456 + i * 40} ${902 + i * 26}L${472 + i * 40} ${796 + i * 14}Z`,
        i % 2 ? second : gold,
      ),
    ) +
    thread('M432 786C480 800 540 826 596 838', gold, 8) +
    times(5, (i) => satin(svg`M${446 - i * 1} ${566 + i * 42}l-30 14l28 14Z`, i % 2 ? gold : second));
  return (
    `<path d="M600 452C540 470 454 500 436 560C420 640 428 740 450 782C500 800 550 828 600 840C650 828 700 800 750 782C772 740 780 640 764 560C746 500 660 470 600 452Z" fill="#140a10" opacity=".16"/>` +
    half +
    mirrored(half) +
    plait(600, 500, 320, 22, gold, second, 7)
  );
}

/** Agbada: the wide robe over a tunic and trousers. */
export function agbada(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const edge = cloth.palette.ink;
  const body =
    'M 505 262 C 430 282 370 300 322 330 C 300 560 296 860 312 1150 C 400 1182 500 1192 600 1192 C 700 1192 800 1182 888 1150 C 904 860 900 560 878 330 C 830 300 770 282 695 262 C 676 352 640 430 600 470 C 560 430 524 352 505 262 Z';
  const sleeve =
    'M 352 312 C 258 340 196 420 160 560 C 122 720 96 880 92 1010 C 92 1060 120 1092 176 1104 C 240 1116 300 1108 346 1088 C 372 980 376 600 352 312 Z';
  const inside =
    'M 150 1000 C 130 1050 140 1098 200 1106 C 270 1114 330 1104 352 1084 C 356 1040 340 1000 300 990 C 240 980 180 980 150 1000 Z';
  const tunic = 'M 398 1080 L 392 1292 C 460 1312 740 1312 808 1292 L 802 1080 Z';
  const sleeveFolds =
    fold(352, 320, 196, 1104, 62, -70) +
    fold(352, 330, 262, 1112, 54, -40, 0.9) +
    fold(352, 340, 322, 1106, 40, -14, 0.9) +
    fold(340, 322, 122, 1060, 48, -84, 0.8) +
    gleam(344, 360, 210, 1090, 26, -62) +
    gleam(348, 360, 276, 1090, 20, -36);
  const oneSleeve = piece(sheet, sleeve, {
    fill: cloth.fill(14, 1, 240, 300),
    edge,
    shade: 'none',
    inside:
      sleeveFolds +
      `<path d="${sleeve}" fill="url(#fall)"/>` +
      `<path d="${inside}" fill="#140a10" opacity=".0"/>` +
      thread('M 94 1000 C 96 1054 122 1086 178 1096 C 240 1106 300 1098 346 1078', cut.threadColour, 6),
  });
  const neck = 'M 505 262 C 524 352 560 430 600 470 C 640 430 676 352 695 262';
  const collar =
    'M 520 236 C 560 216 640 216 680 236 L 690 300 C 660 350 630 372 600 380 C 570 372 540 350 510 300 Z';
  const drawn =
    trousers(sheet, cut, 1200, 1438) +
    cast(tunic, 22, 0.3) +
    piece(sheet, tunic, {
      fill: cloth.fill(0, 1, 600, 100),
      edge,
      inside:
        fold(470, 1080, 456, 1310, 30, -6) +
        fold(740, 1080, 752, 1310, -30, 6) +
        `<path d="M380 1150H820V1236H380Z" fill="url(#under)" opacity=".9"/>`,
    }) +
    // the tunic's neck shows in the robe's
    `<path d="M505 250C540 218 660 218 695 250L690 400L600 480L510 400Z" fill="${cloth.palette.ink}"/>` +
    piece(sheet, 'M 506 270 C 530 330 560 372 600 384 C 640 372 670 330 694 270 L 700 480 L 500 480 Z', {
      fill: cloth.fill(0, 0.9, 600, 60),
      edge,
      inside:
        `<path d="M500 260H700V480H500Z" fill="#140a10" opacity=".22"/>` +
        thread('M 600 384 V 480', cut.threadColour, 5) +
        button(600, 410, 8, cut.threadColour),
    }) +
    piece(sheet, collar, {
      fill: cut.cloth.palette.deep,
      edge,
      shade: 'none',
      inside: `<path d="M520 236C560 256 640 256 680 236L690 300C660 350 630 372 600 380C570 372 540 350 510 300Z" fill="${cloth.palette.ink}" opacity=".55"/>`,
    }) +
    oneSleeve +
    mirrored(oneSleeve) +
    cast(
      'M 330 340 L 322 1140 C 500 1190 700 1190 878 1140 L 870 340 C 760 900 440 900 330 340 Z',
      14,
      0.14,
    ) +
    piece(sheet, body, {
      fill: cloth.fill(0, 1, 600, 40),
      edge,
      shade: 'none',
      inside:
        fold(372, 312, 352, 1180, 46, -10) +
        fold(420, 300, 418, 1190, 34, -4, 0.6) +
        fold(828, 312, 848, 1180, -46, 10) +
        fold(780, 300, 782, 1190, -34, 4, 0.6) +
        fold(520, 860, 500, 1200, 40, -6, 0.8) +
        fold(690, 880, 704, 1200, -40, 6, 0.8) +
        fold(600, 900, 604, 1200, 26, 0, 0.5) +
        gleam(400, 330, 388, 1180, 22, -8) +
        gleam(786, 330, 800, 1180, 22, 8) +
        gleam(540, 900, 530, 1200, 30, 0, 0.5) +
        `<path d="${body}" fill="url(#fall)"/>` +
        chest(cut) +
        thread('M 316 1136 C 404 1168 500 1178 600 1178 C 700 1178 796 1168 884 1136', cut.threadColour, 6),
    }) +
    thread(neck, cut.threadColour, 13) +
    thread('M 488 268 C 508 362 550 448 600 496 C 650 448 692 362 712 268', cut.trim.mid, 7);
  return {
    svg: drawn,
    outlines: [body, sleeve, mirrorPath(sleeve), tunic],
    focus: { x: 600, y: 560, zoom: 2.1 },
  };
}
