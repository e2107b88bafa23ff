import { button, lozenges, plait, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';

/** The hatter's wooden head that a cap is shown on. */
function block(sheet: Sheet): string {
  const head =
    'M 408 820 C 400 960 430 1060 500 1130 C 530 1160 540 1190 536 1230 L 664 1230 C 660 1190 670 1160 700 1130 C 770 1060 800 960 792 820 Z';
  return (
    piece(
      sheet,
      'M 440 1296 C 440 1270 520 1262 600 1262 C 680 1262 760 1270 760 1296 L 776 1356 C 776 1380 700 1392 600 1392 C 500 1392 424 1380 424 1356 Z',
      {
        fill: 'url(#wood)',
        edge: '#3a2113',
        shade: 'none',
        inside:
          '<path d="M440 1296C520 1316 680 1316 760 1296" stroke="#3a2113" stroke-opacity=".5" stroke-width="4" fill="none"/>',
      },
    ) +
    piece(sheet, 'M 536 1220 L 664 1220 L 672 1284 C 640 1296 560 1296 528 1284 Z', {
      fill: 'url(#wood)',
      edge: '#3a2113',
      shade: 'fall',
    }) +
    piece(sheet, head, {
      fill: 'url(#wood)',
      edge: '#3a2113',
      shade: 'none',
      inside: `${times(
        6,
        (i) =>
          svg`<path d="M${440 + i * 62} 800C${430 + i * 64} 960 ${470 + i * 50} 1080 ${530 + i * 26} 1240" stroke="#5a3219" stroke-opacity=".35" stroke-width="3" fill="none"/>`,
      )}<path d="M400 820H800V930H400Z" fill="url(#under)"/>`,
    })
  );
}

/** The cap is what is sold, so it is set nearer than the head it is drawn for. */
const place = 'translate(600 1392) scale(1.13) translate(-600 -1392)';

const stand = { x: 600, y: 1388, rx: 330, ry: 36 };

/** Fila: the soft cap, its crown leaning to the right. */
export function fila(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const edge = cloth.palette.ink;
  const crown =
    'M 376 850 C 372 700 372 560 396 470 C 420 400 520 372 640 384 C 780 398 900 470 930 590 C 950 680 900 740 828 740 C 826 780 826 820 824 850 C 700 900 500 900 376 850 Z';
  const flop =
    'M 404 456 C 470 360 640 350 780 410 C 900 464 960 570 936 660 C 916 740 850 756 800 730 C 700 670 560 640 470 600 C 410 572 380 520 404 456 Z';
  const drawn =
    block(sheet) +
    cast(crown, 20, 0.3) +
    piece(sheet, crown, {
      fill: cloth.fill(0, 1, 600, 40),
      edge,
      shade: 'tube',
      inside:
        fold(440, 600, 420, 880, 34, -6, 0.6) +
        fold(640, 680, 650, 890, -30, 6, 0.6) +
        gleam(520, 640, 516, 880, 30) +
        thread('M 376 836 C 500 884 700 884 826 836', cut.threadColour, 7) +
        thread('M 376 806 C 500 854 700 854 826 806', cut.trim.mid, 5) +
        lozenges(392, 826, 810, 826, 1, 0.1, edge),
    }) +
    cast(flop, 20, 0.34) +
    piece(sheet, flop, {
      fill: cloth.fill(24, 1, 600, 40),
      edge,
      shade: 'none',
      inside:
        fold(430, 470, 820, 720, 40, 10, 0.7) +
        fold(560, 390, 900, 640, 34, 30, 0.6) +
        gleam(520, 420, 860, 640, 40, 10) +
        `<path d="${flop}" fill="url(#body)"/>`,
    });
  return { svg: drawn, outlines: [crown, flop], focus: { x: 620, y: 650, zoom: 2 }, stands: stand, place };
}

/** Fila abeti aja: the cap with the two ears. */
export function abetiAja(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const edge = cloth.palette.ink;
  const crown = 'M 380 780 C 380 600 420 440 600 400 C 780 440 820 600 820 780 C 740 840 460 840 380 780 Z';
  const ear =
    'M 372 640 C 300 690 214 800 166 966 C 162 986 172 994 190 988 C 330 950 470 906 604 884 L 600 720 C 520 640 430 610 372 640 Z';
  const rightEar =
    'M 828 640 C 900 690 986 800 1034 966 C 1038 986 1028 994 1010 988 C 870 950 730 906 596 884 L 600 720 C 680 640 770 610 828 640 Z';
  const inside = (flip: 1 | -1) => {
    const x = (v: number) => (flip === 1 ? v : 1200 - v);
    return (
      fold(x(520), 690, x(240), 980, 40 * flip, -20 * flip, 0.7) +
      gleam(x(430), 680, x(230), 960, 26, -20 * flip) +
      thread(svg`M ${x(188)} 964 C ${x(330)} 926 ${x(470)} 884 ${x(600)} 862`, cut.threadColour, 7) +
      thread(svg`M ${x(206)} 934 C ${x(340)} 896 ${x(470)} 854 ${x(600)} 834`, cut.trim.mid, 5) +
      thread(svg`M ${x(186)} 950 C ${x(236)} 800 ${x(310)} 704 ${x(376)} 658`, cut.threadColour, 6)
    );
  };
  const drawn =
    block(sheet) +
    piece(sheet, crown, {
      fill: cloth.fill(0, 1, 600, 0),
      edge,
      shade: 'body',
      inside:
        `<path d="M600 400V820" stroke="#140a10" stroke-opacity=".4" stroke-width="4"/>` +
        fold(600, 400, 470, 780, 30, -50, 0.6) +
        fold(600, 400, 730, 780, -30, 50, 0.6) +
        gleam(590, 430, 530, 760, 30, -30),
    }) +
    cast(ear, 16, 0.3) +
    cast(rightEar, 16, 0.3) +
    piece(sheet, rightEar, { fill: cloth.fill(-34, 1, 900, 800), edge, shade: 'fall', inside: inside(-1) }) +
    piece(sheet, ear, { fill: cloth.fill(34, 1, 300, 800), edge, shade: 'fall', inside: inside(1) });
  return {
    svg: drawn,
    outlines: [crown, ear, rightEar],
    focus: { x: 560, y: 760, zoom: 2 },
    stands: stand,
    place,
  };
}

/** The round stiff cap of titled men, banded. */
export function redCap(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const edge = cloth.palette.ink;
  const side =
    'M 384 850 C 380 720 386 600 410 500 C 500 470 700 470 790 500 C 814 600 820 720 816 850 C 720 906 480 906 384 850 Z';
  const top =
    'M 410 500 C 420 440 520 420 600 420 C 680 420 780 440 790 500 C 760 548 680 560 600 560 C 520 560 440 548 410 500 Z';
  const feather =
    'M 742 560 C 790 440 850 300 990 190 C 1000 330 930 480 776 600 C 764 606 744 590 742 560 Z';
  const drawn =
    block(sheet) +
    (cut.style === 'kufi'
      ? ''
      : piece(sheet, feather, {
          fill: '#f6efe0',
          edge: '#3a3026',
          shade: 'fall',
          inside:
            times(
              16,
              (i) =>
                svg`<path d="M${760 + i * 14} ${580 - i * 24}l${60 - i * 2} ${-14 - i}M${760 + i * 14} ${580 - i * 24}l${-10 + i} ${-56 + i}" stroke="#6a5a48" stroke-opacity=".5" stroke-width="3" fill="none"/>`,
            ) +
            '<path d="M752 584C820 460 900 330 986 200" stroke="#6a5a48" stroke-width="5" fill="none"/><path d="M900 340L1000 180L940 420Z" fill="#2c2622" fill-opacity=".85"/>',
        })) +
    cast(side, 20, 0.3) +
    piece(sheet, side, {
      fill: cloth.fill(0, 1, 600, 40),
      edge,
      shade: 'tube',
      inside:
        times(
          11,
          (i) =>
            svg`<path d="M${404 + i * 39} 470C${396 + i * 40.5} 640 ${394 + i * 41} 760 ${396 + i * 41} 900" stroke="#140a10" stroke-opacity=".22" stroke-width="4" fill="none"/>`,
        ) +
        `<path d="M380 770C480 824 720 824 820 770V860C720 914 480 914 380 860Z" fill="${cloth.palette.deep}"/>` +
        thread('M 382 776 C 480 828 720 828 818 776', cut.threadColour, 7) +
        thread('M 382 842 C 480 896 720 896 818 842', cut.threadColour, 7) +
        lozenges(420, 846, 780, 846, 9, 16, cut.threadColour),
    }) +
    piece(sheet, top, {
      fill: cloth.fill(0, 0.9, 600, 0),
      edge,
      shade: 'none',
      inside:
        '<path d="M400 410H800V570H400Z" fill="#fff6e4" fill-opacity=".2"/><path d="M410 508C440 570 760 570 790 508V570H410Z" fill="#fff6e4" fill-opacity=".16"/>' +
        times(
          9,
          (i) =>
            svg`<path d="M600 480L${420 + i * 45} ${i === 0 || i === 8 ? 500 : 552}" stroke="#140a10" stroke-opacity=".16" stroke-width="4"/>`,
        ),
    }) +
    button(600, 474, 15, cut.threadColour) +
    plait(600, 600, 130, 18, cut.threadColour, cut.trim.mid, 6);
  return { svg: drawn, outlines: [side, top], focus: { x: 640, y: 680, zoom: 2 }, stands: stand, place };
}
