import { thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, mirrorPath, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';

/** Fitted gown: heart neckline, trumpet sleeves, a sash, and a skirt that opens like a fan. */
export function gown(sheet: Sheet, cut: Cut): Drawing {
  const { cloth, second } = cut;
  const edge = cloth.palette.ink;
  const bodice =
    'M 470 262 C 446 270 424 280 408 296 C 420 400 448 470 462 540 C 470 590 474 620 476 664 L 724 664 C 726 620 730 590 738 540 C 752 470 780 400 792 296 C 776 280 754 270 730 262 C 722 330 690 372 652 384 C 626 386 610 376 600 362 C 590 376 574 386 548 384 C 510 372 478 330 470 262 Z';
  const skirt =
    'M 476 660 C 470 760 380 960 300 1120 C 250 1220 214 1320 196 1398 C 260 1424 320 1400 372 1420 C 430 1440 500 1414 560 1430 C 620 1446 690 1416 760 1430 C 820 1440 900 1402 1004 1398 C 986 1320 950 1220 900 1120 C 820 960 730 760 724 660 Z';
  const sleeve =
    'M 424 282 C 384 296 350 330 332 392 C 320 440 300 500 262 566 C 232 616 210 650 200 690 C 250 716 280 690 310 708 C 350 730 384 706 420 716 C 430 640 428 540 432 440 C 436 380 434 320 424 282 Z';
  const oneSleeve = piece(sheet, sleeve, {
    fill: cloth.fill(20, 1, 300, 320),
    edge,
    shade: 'tube',
    inside:
      fold(400, 420, 300, 720, 38, -6) +
      fold(414, 430, 366, 730, 30, 4, 0.9) +
      fold(370, 420, 236, 710, 32, -14, 0.9) +
      gleam(384, 420, 270, 700, 20, -10) +
      `<path d="M325 440C350 470 400 474 434 462" stroke="#140a10" stroke-opacity=".45" stroke-width="5" fill="none"/>`,
  });
  const oneSkirtSide =
    fold(520, 664, 330, 1440, 70, -20) +
    fold(560, 664, 450, 1440, 56, -10, 0.9) +
    fold(500, 664, 240, 1420, 56, -34, 0.8) +
    fold(584, 664, 540, 1440, 40, -4, 0.8) +
    gleam(510, 680, 300, 1410, 44, -20) +
    gleam(556, 680, 420, 1420, 34, -12) +
    gleam(584, 690, 520, 1420, 26, -6);
  const sash = 'M 472 628 C 540 644 660 644 728 628 L 730 700 C 660 718 540 718 470 700 Z';
  const drawn =
    oneSleeve +
    mirrored(oneSleeve) +
    `<path d="M470 262C520 286 680 286 730 262L720 400H480Z" fill="${cloth.palette.ink}"/><path d="M470 262C520 296 680 296 730 262" fill="none" stroke="${cloth.palette.base}" stroke-width="10"/>` +
    piece(sheet, skirt, {
      fill: cloth.fill(0, 1, 600, 60),
      edge,
      shade: 'body',
      inside:
        oneSkirtSide +
        mirrored(oneSkirtSide) +
        `<path d="M440 690H760V800H440Z" fill="url(#under)" fill-opacity=".5"/>`,
    }) +
    piece(sheet, bodice, {
      fill: cloth.fill(0, 0.92, 600, 40),
      edge,
      inside:
        fold(512, 420, 534, 664, 20, 18, 0.7) +
        fold(688, 420, 666, 664, -20, -18, 0.7) +
        `<path d="M520 384C516 480 530 580 540 664M680 384C684 480 670 580 660 664" stroke="#140a10" stroke-opacity=".38" stroke-width="3.500" fill="none"/><ellipse cx="536" cy="450" rx="52" ry="60" fill="url(#glow)" fill-opacity=".3"/><ellipse cx="664" cy="450" rx="52" ry="60" fill="url(#glow)" fill-opacity=".2"/>`,
    }) +
    thread(
      'M 470 264 C 478 332 510 374 548 386 C 574 388 590 378 600 364 C 610 378 626 388 652 386 C 690 374 722 332 730 264',
      cut.threadColour,
      8,
    ) +
    cast(sash, 14, 0.24) +
    piece(sheet, sash, {
      fill: second.fill(0, 0.8, 600, 0),
      edge: second.palette.ink,
      shade: 'tube',
      inside:
        '<path d="M470 654C540 670 660 670 730 654M470 678C540 694 660 694 730 678" stroke="#140a10" stroke-opacity=".3" stroke-width="4" fill="none"/>',
    }) +
    piece(
      sheet,
      'M 650 690 C 700 760 720 860 700 960 C 690 966 664 966 652 958 C 668 870 660 780 626 700 Z',
      { fill: second.fill(8, 0.8, 600, 0), edge: second.palette.ink, shade: 'tube' },
    ) +
    piece(
      sheet,
      'M 624 690 C 640 770 630 850 590 920 C 578 924 562 914 556 904 C 592 840 606 770 600 694 Z',
      { fill: second.fill(-8, 0.8, 600, 0), edge: second.palette.ink, shade: 'tube' },
    ) +
    piece(
      sheet,
      'M 590 650 C 620 640 656 644 668 664 C 672 690 660 708 628 710 C 600 710 584 700 584 676 Z',
      { fill: second.fill(40, 0.8, 600, 0), edge: second.palette.ink, shade: 'tube' },
    );
  return {
    svg: drawn,
    outlines: [bodice, skirt, sleeve, mirrorPath(sleeve)],
    focus: { x: 600, y: 520, zoom: 2 },
    place: 'translate(0 -62)',
  };
}
