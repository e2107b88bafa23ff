import { satin, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, mirrorPath, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';

/** Iro and buba: the blouse, the wrapper tied over it, and the ipele on the shoulder. */
export function iroBuba(sheet: Sheet, cut: Cut): Drawing {
  const { cloth, second } = cut;
  const edge = cloth.palette.ink;
  const buba =
    'M 500 262 C 456 276 416 290 382 312 C 370 420 384 560 380 760 C 460 792 740 792 820 760 C 816 560 830 420 818 312 C 784 290 744 276 700 262 C 690 330 650 372 600 376 C 550 372 510 330 500 262 Z';
  const sleeve =
    'M 404 302 C 350 318 312 352 280 420 C 240 510 196 610 168 706 C 164 724 172 734 192 744 C 240 766 300 776 344 772 C 360 770 366 762 370 748 C 384 660 398 560 408 470 C 412 410 412 350 404 302 Z';
  const iro =
    'M 392 716 C 460 744 740 744 808 716 C 850 840 868 1100 862 1404 C 780 1428 430 1428 338 1404 C 332 1100 350 840 392 716 Z';
  const flap =
    'M 470 734 C 560 752 740 748 806 716 C 850 840 868 1100 862 1404 C 790 1424 700 1428 640 1426 C 640 1200 590 900 470 734 Z';
  const shawl =
    'M 690 254 C 742 266 790 284 824 308 C 846 500 852 760 838 1010 C 800 1026 716 1028 674 1014 C 690 760 690 470 640 330 C 668 310 684 284 690 254 Z';
  const oneSleeve = piece(sheet, sleeve, {
    fill: cloth.fill(26, 1, 270, 320),
    edge,
    shade: 'tube',
    inside:
      fold(396, 350, 240, 770, 44, -20) +
      fold(400, 420, 320, 780, 34, 4, 0.8) +
      fold(380, 330, 190, 740, 30, -34, 0.7) +
      gleam(370, 350, 226, 740, 24, -24) +
      thread('M 176 706 C 240 742 310 752 366 742', cut.threadColour, 6),
  });
  const drawn =
    oneSleeve +
    mirrored(oneSleeve) +
    `<path d="M500 262C520 240 680 240 700 262C690 330 650 372 600 376C550 372 510 330 500 262Z" fill="${cloth.palette.deep}"/><path d="M500 262C520 240 680 240 700 262C690 330 650 372 600 376C550 372 510 330 500 262Z" fill="#140a10" fill-opacity=".35"/>` +
    piece(sheet, buba, {
      fill: cloth.fill(0, 1, 600, 20),
      edge,
      inside:
        fold(410, 330, 462, 790, 50, 24) +
        fold(790, 330, 738, 790, -50, -24) +
        fold(548, 480, 534, 790, 44, -8) +
        fold(650, 520, 664, 780, -30, 6, 0.7) +
        gleam(470, 430, 490, 760, 26, 6),
    }) +
    thread('M 500 264 C 510 332 550 374 600 378 C 650 374 690 332 700 264', cut.threadColour, 9) +
    thread('M 484 270 C 494 346 542 392 600 396 C 658 392 706 346 716 270', cut.trim.mid, 5) +
    cast(iro, -12, 0.16) +
    piece(sheet, iro, {
      fill: cloth.fill(0, 1, 600, 60),
      edge,
      inside:
        fold(430, 740, 392, 1424, 74, -14) +
        fold(410, 740, 352, 1420, 40, -8, 0.8) +
        fold(500, 756, 520, 1424, 60, 10) +
        gleam(456, 780, 430, 1400, 30, -6) +
        thread('M 338 1384 C 430 1408 600 1410 640 1408', cut.threadColour, 6),
    }) +
    cast(flap, 8, 0.2) +
    piece(sheet, flap, {
      fill: cloth.fill(-5, 1, 640, 60),
      edge,
      shade: 'none',
      inside:
        fold(540, 756, 700, 1434, 60, 70) +
        fold(610, 752, 776, 1434, 64, 60) +
        fold(700, 740, 840, 1430, 60, 56) +
        gleam(620, 760, 730, 1420, 26, 44) +
        gleam(720, 760, 790, 1420, 22, 34) +
        `<path d="${flap}" fill="url(#fall)"/>` +
        thread('M 640 1408 C 720 1410 800 1404 864 1386', cut.threadColour, 6),
    }) +
    thread('M 474 742 C 592 900 640 1200 640 1424', cut.threadColour, 9) +
    // the knot at the waist
    piece(
      sheet,
      'M 392 712 C 460 740 740 740 808 712 C 814 734 814 752 808 770 C 740 800 460 800 392 770 C 386 752 386 734 392 712 Z',
      {
        fill: cloth.fill(90, 1, 600, 740),
        edge,
        shade: 'tube',
        inside:
          fold(392, 730, 800, 742, 10, 0, 0.6) +
          `<path d="M392 730C470 760 730 760 808 730M394 752C470 782 730 782 806 752" stroke="#140a10" stroke-opacity=".35" stroke-width="4" fill="none"/>`,
      },
    ) +
    cast(shawl, 10, 0.24) +
    piece(sheet, shawl, {
      fill: second.fill(3, 0.9, 740, 250),
      edge: second.palette.ink,
      shade: 'tube',
      inside:
        fold(720, 262, 720, 1030, 34, 40, 0.9) +
        fold(770, 276, 768, 1030, 30, 34, 0.9) +
        gleam(750, 300, 744, 1010, 16, 40),
    }) +
    times(
      17,
      (i) =>
        svg`<path d="M${678 + i * 10} ${1014 + Math.sin(i / 5) * 6}q${i % 2 ? 4 : -3} 30 0 52" stroke="${second.palette.mid}" stroke-width="4.500" fill="none"/>`,
    ) +
    satin('M 690 254 C 742 266 790 284 824 308 L 820 322 C 786 298 740 282 688 270 Z', second.palette.deep);
  return {
    svg: drawn,
    outlines: [buba, sleeve, mirrorPath(sleeve), iro],
    focus: { x: 660, y: 520, zoom: 2 },
    place: 'translate(0 -62)',
  };
}
