import { plait, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, mirrorPath, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';

/** A child's tunic and shorts on a wooden hanger, and the small cap that belongs to them. */
export function childrenSet(sheet: Sheet, cut: Cut): Drawing {
  const { cloth, second } = cut;
  const edge = cloth.palette.ink;
  const tunic =
    'M 516 396 C 456 410 400 430 356 462 C 352 600 350 800 338 972 C 430 1000 770 1000 862 972 C 850 800 848 600 844 462 C 800 430 744 410 684 396 C 672 440 640 462 600 464 C 560 462 528 440 516 396 Z';
  const sleeve =
    'M 372 452 C 316 482 280 540 250 610 C 232 652 214 690 204 722 C 204 740 212 748 228 756 C 264 774 306 784 344 784 C 356 784 362 778 362 766 C 366 680 376 560 372 452 Z';
  const leg = 'M 376 960 L 366 1320 C 430 1340 520 1340 578 1326 L 606 960 Z';
  const hanger =
    'M 600 372 C 540 376 430 420 370 462 C 356 474 364 488 382 482 C 460 450 740 450 818 482 C 836 488 844 474 830 462 C 770 420 660 376 600 372 Z';
  const oneSleeve = piece(sheet, sleeve, {
    fill: cloth.fill(22, 0.9, 260, 480),
    edge,
    shade: 'tube',
    inside:
      fold(368, 500, 270, 780, 36, -10) +
      gleam(340, 500, 244, 750, 20, -14) +
      `<path d="M190 700C250 740 310 752 370 750V800H180Z" fill="${second.fill(0, 0.8, 0, 0)}"/>` +
      thread('M 208 704 C 256 738 310 750 366 748', cut.threadColour, 5),
  });
  const oneLeg = piece(sheet, leg, {
    fill: second.fill(0, 1, 600, 0),
    edge: second.palette.ink,
    shade: 'tube',
    inside:
      fold(470, 980, 462, 1340, 34, -4, 0.8) +
      gleam(490, 980, 486, 1330, 20) +
      '<path d="M340 990H620V1090H340Z" fill="url(#under)"/>' +
      thread('M 366 1296 C 430 1316 520 1316 580 1302', cut.threadColour, 4),
  });
  const bib =
    'M 536 430 C 500 520 500 620 540 690 C 560 726 584 746 600 764 C 616 746 640 726 660 690 C 700 620 700 520 664 430 C 650 456 626 464 600 464 C 574 464 550 456 536 430 Z';
  const cap =
    'M 806 1204 C 820 1150 930 1130 1010 1156 C 1040 1170 1046 1290 1040 1352 C 980 1376 880 1376 822 1350 C 812 1300 804 1250 806 1204 Z';
  const drawn =
    `<path d="M600 372V330C600 306 640 306 640 282C640 250 592 246 590 282" fill="none" stroke="#3c3a38" stroke-width="9" stroke-linecap="round"/>` +
    piece(sheet, hanger, { fill: 'url(#wood)', edge: '#3a2113', shade: 'none' }) +
    oneLeg +
    mirrored(oneLeg) +
    cast(tunic, 18, 0.24) +
    oneSleeve +
    mirrored(oneSleeve) +
    `<path d="M516 396C540 380 660 380 684 396C672 440 640 462 600 464C560 462 528 440 516 396Z" fill="${cloth.palette.ink}" fill-opacity=".8"/>` +
    piece(sheet, tunic, {
      fill: cloth.fill(0, 0.9, 600, 40),
      edge,
      inside:
        fold(420, 640, 396, 990, 44, -8) +
        fold(780, 640, 804, 990, -44, 8) +
        fold(520, 780, 510, 990, 30, 0, 0.8) +
        fold(690, 780, 700, 990, -30, 0, 0.8) +
        gleam(440, 560, 424, 980, 26, -4) +
        cast(bib, 8) +
        `<path d="${bib}" fill="${second.fill(0, 0.8, 600, 0)}"/>` +
        thread(
          'M 536 430 C 500 520 500 620 540 690 C 560 726 584 746 600 764 C 616 746 640 726 660 690 C 700 620 700 520 664 430',
          cut.threadColour,
          7,
        ) +
        plait(600, 480, 240, 16, cut.threadColour, cut.trim.mid, 6) +
        `<path d="M330 930C430 962 770 962 870 930V1010H330Z" fill="${second.fill(0, 0.8, 600, 0)}"/>` +
        thread('M 336 930 C 430 960 770 960 866 930', cut.threadColour, 5),
    }) +
    thread('M 516 398 C 528 442 560 464 600 466 C 640 464 672 442 684 398', cut.threadColour, 7) +
    cast(cap, 12, 0.25) +
    piece(sheet, cap, {
      fill: cloth.fill(-8, 0.8, 900, 1200),
      edge,
      shade: 'tube',
      inside:
        fold(830, 1170, 930, 1300, 40, 20, 0.8) +
        `<path d="M806 1300C880 1330 980 1330 1050 1304V1380H806Z" fill="${second.fill(0, 0.7, 0, 0)}"/>` +
        thread('M 808 1300 C 880 1328 980 1328 1046 1304', cut.threadColour, 5),
    });
  return {
    svg: drawn,
    outlines: [tunic, sleeve, mirrorPath(sleeve), 'M 376 960 L 366 1320 L 834 1320 L 824 960 Z', cap],
    focus: { x: 600, y: 600, zoom: 2 },
  };
}
