import { plait, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, mirrorPath, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';

/** A child's tunic and shorts on a wooden hanger, and the small cap that belongs to them. */
export function childrenSet(sheet: Sheet, cut: Cut): Drawing {
  if (cut.style === 'tiers') return twirl(sheet, cut);
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
    (cut.style === 'wrapper' ? skirt(sheet, cut) : oneLeg + mirrored(oneLeg)) +
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
    (cut.style === 'agbada' ? robe(sheet, cut) : '') +
    (cut.style === 'wrapper'
      ? smallGele(sheet, cut)
      : cast(cap, 12, 0.25) +
        piece(sheet, cap, {
          fill: cloth.fill(-8, 0.8, 900, 1200),
          edge,
          shade: 'tube',
          inside:
            fold(830, 1170, 930, 1300, 40, 20, 0.8) +
            `<path d="M806 1300C880 1330 980 1330 1050 1304V1380H806Z" fill="${second.fill(0, 0.7, 0, 0)}"/>` +
            thread('M 808 1300 C 880 1328 980 1328 1046 1304', cut.threadColour, 5),
        }));
  return {
    svg: drawn,
    outlines: [
      tunic,
      sleeve,
      mirrorPath(sleeve),
      'M 376 960 L 366 1320 L 834 1320 L 824 960 Z',
      ...(cut.style === 'wrapper' ? [] : [cap]),
    ],
    focus: { x: 600, y: 600, zoom: 2 },
  };
}

/** A girl's wrapper with its end laid over the front. */
function skirt(sheet: Sheet, cut: Cut): string {
  const { cloth } = cut;
  const d =
    'M 390 940 C 370 1060 352 1200 350 1330 C 440 1352 760 1352 850 1330 C 848 1200 830 1060 810 940 Z';
  const flap =
    'M 480 940 H 810 C 830 1060 848 1200 850 1330 C 780 1346 720 1350 650 1350 C 650 1200 600 1050 480 940 Z';
  return (
    piece(sheet, d, {
      fill: cloth.fill(0, 0.9, 600, 40),
      edge: cloth.palette.ink,
      inside: fold(450, 960, 410, 1350, 50, -8),
    }) +
    cast(flap, 8, 0.2) +
    piece(sheet, flap, {
      fill: cloth.fill(-5, 0.9, 620, 40),
      edge: cloth.palette.ink,
      shade: 'fall',
      inside:
        fold(600, 960, 700, 1360, 44, 30) +
        fold(700, 960, 790, 1350, 44, 24) +
        gleam(640, 960, 740, 1340, 24, 24),
    }) +
    thread('M 484 946 C 600 1060 650 1200 650 1346', cut.threadColour, 7)
  );
}

/** A boy's small agbada over his tunic. */
function robe(sheet: Sheet, cut: Cut): string {
  const { cloth } = cut;
  const d =
    'M 520 392 C 400 416 260 476 166 580 C 130 690 118 800 130 900 C 190 936 270 944 330 926 C 328 980 330 1030 332 1064 C 430 1092 770 1092 868 1064 C 870 1030 872 980 870 926 C 930 944 1010 936 1070 900 C 1082 800 1070 690 1034 580 C 940 476 800 416 680 392 C 670 470 640 520 600 560 C 560 520 530 470 520 392 Z';
  const side =
    thread('M 548 500 C 532 580 530 680 540 760 L 600 820', cut.threadColour, 8) +
    thread('M 524 480 C 504 580 502 700 514 786 L 600 862', cut.trim.mid, 5);
  const folds =
    fold(460, 420, 360, 1090, 54, -30) +
    fold(420, 430, 220, 920, 50, -50) +
    fold(540, 840, 520, 1090, 40, -4) +
    gleam(450, 440, 300, 1000, 30, -40);
  return (
    cast(d, 16, 0.26) +
    piece(sheet, d, {
      fill: cloth.fill(0, 0.9, 600, 40),
      edge: cloth.palette.ink,
      shade: 'fall',
      inside:
        folds +
        mirrored(folds) +
        side +
        mirrored(side) +
        plait(600, 570, 220, 14, cut.threadColour, cut.trim.mid, 5),
    }) +
    thread('M 520 394 C 530 470 560 520 600 562 C 640 520 670 470 680 394', cut.threadColour, 10) +
    thread('M 334 1044 C 430 1070 770 1070 866 1044', cut.threadColour, 6)
  );
}

/** A girl's gown of three gathered tiers on a hanger. */
function twirl(sheet: Sheet, cut: Cut): Drawing {
  const { cloth, second } = cut;
  const edge = cloth.palette.ink;
  const hang =
    'M 600 372 C 540 376 430 420 400 452 C 386 464 394 478 412 472 C 480 440 720 440 788 472 C 806 478 814 464 800 452 C 770 420 660 376 600 372 Z';
  const bodice =
    'M 500 420 C 470 424 450 432 430 446 C 444 520 450 600 446 690 L 754 690 C 750 600 756 520 770 446 C 750 432 730 424 700 420 C 690 480 650 506 600 506 C 550 506 510 480 500 420 Z';
  const frill =
    'M 446 432 C 380 430 320 470 296 540 C 314 566 340 552 356 574 C 376 592 396 566 414 578 C 432 582 442 560 448 540 Z';
  const tier = (top: number, half: number, foot: number, wide: number) => {
    const n = 7;
    const step = (2 * wide) / n;
    const hem = times(n, (i) => svg`q${-step * 0.5} ${i % 2 ? 30 : -16} ${-step} ${i % 2 ? -6 : 6}`);
    const d = svg`M ${600 - half} ${top} H ${600 + half} C ${600 + half + 30} ${(top + foot) / 2} ${600 + wide - 10} ${foot - 60} ${600 + wide} ${foot} ${hem} C ${600 - wide + 10} ${foot - 60} ${600 - half - 30} ${(top + foot) / 2} ${600 - half} ${top} Z`;
    const folds = times(7, (i) => {
      const x = 600 - half + ((i + 0.5) * 2 * half) / 7;
      const to = 600 - wide + ((i + 0.5) * 2 * wide) / 7;
      return (
        fold(x, top, to, foot + 20, i < 3 ? 40 : -40, 0, 0.8) + gleam(x + 14, top, to + 26, foot, 22, 0, 0.7)
      );
    });
    return (
      cast(d, 16, 0.28) +
      piece(sheet, d, { fill: cloth.fill(0, 0.9, 600, top), edge, shade: 'body', inside: folds })
    );
  };
  const oneFrill = piece(sheet, frill, {
    fill: cloth.fill(24, 0.9, 360, 440),
    edge,
    shade: 'fall',
    inside: fold(430, 440, 360, 580, 30, -10),
  });
  const drawn =
    '<path d="M600 372V330C600 306 640 306 640 282C640 250 592 246 590 282" fill="none" stroke="#3c3a38" stroke-width="9" stroke-linecap="round"/>' +
    piece(sheet, hang, { fill: 'url(#wood)', edge: '#3a2113', shade: 'none' }) +
    tier(1060, 340, 1300, 430) +
    tier(860, 240, 1090, 350) +
    tier(680, 156, 890, 256) +
    oneFrill +
    mirrored(oneFrill) +
    piece(sheet, bodice, {
      fill: cloth.fill(0, 0.9, 600, 40),
      edge,
      inside: fold(520, 520, 530, 700, 24, 0, 0.6) + fold(680, 520, 670, 700, -24, 0, 0.6),
    }) +
    thread('M 500 422 C 510 482 550 508 600 508 C 650 508 690 482 700 422', cut.threadColour, 8) +
    piece(sheet, 'M 444 664 C 530 680 670 680 756 664 L 760 716 C 670 732 530 732 440 716 Z', {
      fill: second.fill(0, 0.8, 600, 0),
      edge: second.palette.ink,
      shade: 'tube',
    });
  return {
    svg: drawn,
    outlines: [bodice, 'M 450 690 L 250 1296 H 950 L 750 690 Z'],
    focus: { x: 600, y: 640, zoom: 2 },
  };
}

/** A girl's headtie, tied and ready. */
function smallGele(sheet: Sheet, cut: Cut): string {
  const { cloth } = cut;
  const petal = 'M 918 1290 C 884 1220 892 1150 930 1130 C 968 1150 976 1220 942 1290 Z';
  const petals = [0, 6, 1, 5, 2, 4, 3]
    .map((i) => {
      const turn = -84 + i * 28;
      return `<g transform="rotate(${turn} 930 1290)">${piece(sheet, petal, { fill: cloth.fill(0, 0.7, 930, 1130), edge: cloth.palette.ink, shade: 'tube' })}</g>`;
    })
    .join('');
  const band =
    'M 838 1290 C 846 1250 1014 1250 1022 1290 C 1030 1330 1020 1360 1010 1372 C 960 1388 900 1388 850 1372 C 840 1360 830 1330 838 1290 Z';
  return (
    '<ellipse cx="940" cy="1376" rx="130" ry="20" fill="url(#pool)"/>' +
    petals +
    cast(band, 8, 0.3) +
    piece(sheet, band, {
      fill: cloth.fill(80, 0.7, 930, 1290),
      edge: cloth.palette.ink,
      shade: 'tube',
      inside:
        '<path d="M838 1306C900 1280 980 1290 1022 1330M840 1340C900 1310 970 1320 1018 1352" stroke="#140a10" stroke-opacity=".4" stroke-width="4" fill="none"/>',
    })
  );
}
