import { button, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';

const strap = (d: string, colour: string, width: number) =>
  `<g fill="none" stroke-linecap="round"><path d="${d}" stroke="#140a10" stroke-opacity=".28" stroke-width="${width}" transform="translate(12 18)"/><path d="${d}" stroke="#140a10" stroke-width="${width + 5}" stroke-opacity=".8"/><path d="${d}" stroke="${colour}" stroke-width="${width}"/><path d="${d}" stroke="#fff6e4" stroke-opacity=".5" stroke-width="2.500" stroke-dasharray="9 7" transform="translate(${width * 0.3} 0)"/><path d="${d}" stroke="#fff6e4" stroke-opacity=".5" stroke-width="2.500" stroke-dasharray="9 7" transform="translate(${-width * 0.3} 0)"/></g>`;

/** Tote: printed cloth, leather handles and foot. */
export function tote(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const hide = cut.trim.base === '#2f3238' ? '#2b2725' : '#7a4320';
  const body =
    'M 236 640 C 400 656 800 656 964 640 C 990 860 1010 1100 1016 1330 C 1016 1362 1000 1376 970 1378 C 760 1390 440 1390 230 1378 C 200 1376 184 1362 184 1330 C 190 1100 210 860 236 640 Z';
  const foot =
    'M 188 1206 C 400 1226 800 1226 1012 1206 C 1016 1250 1016 1290 1016 1330 C 1016 1362 1000 1376 970 1378 C 760 1390 440 1390 230 1378 C 200 1376 184 1362 184 1330 C 184 1290 186 1250 188 1206 Z';
  const tab = (x: number) =>
    piece(sheet, svg`M ${x} 664 H ${x + 62} V 790 L ${x + 31} 820 L ${x} 790 Z`, {
      fill: hide,
      edge: '#2a1207',
      shade: 'tube',
    }) +
    button(x + 31, 700, 11, 'url(#gold)') +
    button(x + 31, 774, 11, 'url(#gold)');
  const drawn =
    strap(
      'M 420 660 C 410 330 480 240 600 240 C 720 240 790 330 780 660',
      hide === '#7a4320' ? '#5e3217' : '#1c1917',
      24,
    ) +
    `<path d="M236 640C400 620 800 620 964 640C800 660 400 660 236 640Z" fill="#2a1207"/>` +
    piece(sheet, body, {
      fill: cloth.fill(0, 1.15, 600, 640),
      edge: cloth.palette.ink,
      line: 4,
      inside:
        fold(330, 660, 300, 1380, 44, -10, 0.7) +
        fold(880, 660, 900, 1380, -44, 10, 0.7) +
        gleam(420, 680, 400, 1380, 60, -6, 0.7) +
        `<path d="M230 640C400 656 800 656 970 640V672C800 690 400 690 230 672Z" fill="${hide}"/>`,
    }) +
    piece(sheet, foot, {
      fill: hide,
      edge: '#2a1207',
      shade: 'body',
      inside:
        '<path d="M180 1226C400 1246 800 1246 1020 1226" stroke="#f4d9b0" stroke-opacity=".7" stroke-width="4" stroke-dasharray="12 8" fill="none"/>',
    }) +
    strap('M 420 690 C 400 300 470 190 600 190 C 730 190 800 300 780 690', hide, 26) +
    tab(389) +
    tab(749);
  return {
    svg: drawn,
    outlines: [body],
    focus: { x: 500, y: 760, zoom: 2 },
    stands: { x: 600, y: 1376, rx: 500, ry: 40 },
  };
}

/** Clutch: an envelope with a gold clasp and a tassel. */
export function clutch(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const edge = cloth.palette.ink;
  const body =
    'M 150 620 H 1050 C 1062 620 1070 628 1070 640 V 1150 C 1070 1176 1056 1190 1030 1190 H 170 C 144 1190 130 1176 130 1150 V 640 C 130 628 138 620 150 620 Z';
  const flap =
    'M 130 632 C 130 600 144 586 170 584 H 1030 C 1056 586 1070 600 1070 632 C 1060 700 760 900 640 950 C 614 962 586 962 560 950 C 440 900 140 700 130 632 Z';
  const drawn =
    `<path d="M940 1150C960 1230 950 1270 956 1290" stroke="url(#gold)" stroke-width="8" fill="none"/>` +
    piece(sheet, body, {
      fill: cloth.fill(90, 1.15, 600, 900),
      edge,
      line: 4,
      inside: '<path d="M130 1120C400 1150 800 1150 1070 1120V1200H130Z" fill="#140a10" fill-opacity=".2"/>',
    }) +
    cast(flap, 22, 0.36) +
    piece(sheet, flap, {
      fill: cloth.fill(0, 1.15, 600, 600),
      edge,
      line: 4,
      inside:
        '<path d="M120 580H1080V620H120Z" fill="#fff6e4" fill-opacity=".28"/>' +
        `<path d="${flap}" fill="url(#fall)"/>`,
    }) +
    thread(
      'M 146 646 C 200 716 450 884 566 932 C 590 942 610 942 634 932 C 750 884 1000 716 1054 646',
      cut.threadColour,
      8,
    ) +
    `<circle cx="604" cy="902" r="50" fill="#140a10" fill-opacity=".35"/><circle cx="600" cy="892" r="48" fill="url(#gold)" stroke="#6b4a14" stroke-width="3"/><circle cx="600" cy="892" r="30" fill="none" stroke="#6b4a14" stroke-opacity=".6" stroke-width="4"/>` +
    times(
      8,
      (i) =>
        svg`<path transform="rotate(${i * 45} 600 892)" d="M600 868L606 888L600 892L594 888Z" fill="#6b4a14" fill-opacity=".7"/>`,
    ) +
    `<path d="M944 1216H968L974 1240H938Z" fill="url(#gold)"/>` +
    times(
      11,
      (i) =>
        svg`<path d="M${940 + i * 3.2} 1238q${i - 5} 50 ${(i - 5) * 2} 104" stroke="${i % 3 ? cloth.palette.accent : cloth.palette.mid}" stroke-width="4" fill="none"/>`,
    );
  return {
    svg: drawn,
    outlines: [body],
    focus: { x: 600, y: 840, zoom: 2 },
    stands: { x: 600, y: 1196, rx: 520, ry: 34 },
  };
}

/** Satchel: leather, flap, two buckles, a cloth panel on the front. */
export function satchel(sheet: Sheet, cut: Cut): Drawing {
  const { cloth, second } = cut;
  const p = cloth.palette;
  const body =
    'M 210 640 H 990 C 1020 640 1034 660 1036 690 L 1050 1290 C 1050 1340 1026 1364 980 1366 H 220 C 174 1364 150 1340 150 1290 L 164 690 C 166 660 180 640 210 640 Z';
  const flap =
    'M 200 612 H 1000 C 1030 612 1044 630 1044 660 L 1036 950 C 1030 1000 1000 1018 950 1018 H 250 C 200 1018 170 1000 164 950 L 156 660 C 156 630 170 612 200 612 Z';
  const panel = 'M 250 700 H 950 L 944 910 C 944 930 934 938 916 938 H 284 C 266 938 256 930 256 910 Z';
  const belt = (x: number) =>
    cast(svg`M ${x} 760 H ${x + 56} V 1160 L ${x + 28} 1190 L ${x} 1160 Z`, 8) +
    piece(sheet, svg`M ${x} 620 H ${x + 56} V 1160 L ${x + 28} 1190 L ${x} 1160 Z`, {
      fill: p.deep,
      edge: p.ink,
      shade: 'tube',
    }) +
    svg`<rect x="${x - 14}" y="1040" width="84" height="66" rx="10" fill="none" stroke="#6b4a14" stroke-width="16"/><rect x="${x - 14}" y="1040" width="84" height="66" rx="10" fill="none" stroke="url(#gold)" stroke-width="11"/><path d="M${x + 28} 1040V1100" stroke="url(#gold)" stroke-width="8"/>` +
    times(3, (i) => svg`<circle cx="${x + 28}" cy="${1124 + i * 18}" r="4" fill="${p.ink}"/>`);
  const drawn =
    strap('M 180 700 C 120 420 260 190 600 180 C 940 190 1080 420 1020 700', p.deep, 30) +
    strap('M 480 620 C 480 540 520 520 600 520 C 680 520 720 540 720 620', p.deep, 26) +
    piece(sheet, body, {
      fill: cloth.fill(0, 1, 600, 600),
      edge: p.ink,
      line: 4,
      inside:
        '<path d="M140 1000H1060V1110H140Z" fill="url(#under)"/><path d="M190 1330H1010" stroke="#fff6e4" stroke-opacity=".5" stroke-width="4" stroke-dasharray="12 8"/>',
    }) +
    cast(flap, 20, 0.34) +
    piece(sheet, flap, {
      fill: cloth.fill(0, 1, 600, 600),
      edge: p.ink,
      line: 4,
      inside:
        '<path d="M150 612H1050V650H150Z" fill="#fff6e4" fill-opacity=".22"/>' +
        `<path d="${flap}" fill="none" stroke="#fff6e4" stroke-opacity=".5" stroke-width="4" stroke-dasharray="12 8" transform="translate(18 25) scale(.97)"/>`,
    }) +
    piece(sheet, panel, { fill: second.fill(0, 1, 600, 700), edge: p.ink, shade: 'body', line: 4 }) +
    belt(300) +
    mirrored(belt(300));
  return {
    svg: drawn,
    outlines: [body],
    focus: { x: 440, y: 900, zoom: 2 },
    stands: { x: 600, y: 1366, rx: 520, ry: 40 },
  };
}
